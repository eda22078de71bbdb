import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { createTopic, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const gitglot = `${process.execPath} ${main}`
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

interface Step {
  readonly if?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
  readonly uses?: string
}
interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default: string }>
  >
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const action = parse(readFileSync('action.yml', 'utf8')) as Action

interface GitLab {
  readonly gitglot: {
    readonly variables: Readonly<Record<string, string>>
    readonly script: readonly string[]
    readonly artifacts: { readonly reports: { readonly junit: string } }
  }
}
const { gitglot: job } = parse(readFileSync('ci/gitlab.yml', 'utf8')) as GitLab

const files = {
  'gitglot.yml': shopConfig,
  'l/en.json': '{"a": "Hello there"}',
  'l/de.json': '{"a": "Hallo"}',
}

function runScript(script: string, folder: string, env: Readonly<Record<string, string>>) {
  const { status, stdout } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: createTemporaryFolder(), ...env },
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}

describe('the action', () => {
  const [check, upload, comment, , site] = action.runs.steps
  const verdict = action.runs.steps.at(-1)

  test('has steps, each with a shell or an action', () => {
    expect(action.runs.using).toBe('composite')
    expect(
      action.runs.steps.map(({ shell, run, uses }) => uses ?? `${shell}: ${run}`),
    ).toStrictEqual([
      'bash: "$GITHUB_ACTION_PATH/ci/github.sh"',
      'github/codeql-action/upload-sarif@v4',
      'bash: "$GITHUB_ACTION_PATH/ci/comment.sh"',
      'actions/configure-pages@v5',
      'bash: "$GITHUB_ACTION_PATH/ci/export.sh"',
      'actions/upload-pages-artifact@v4',
      'actions/deploy-pages@v4',
      'bash: exit 1',
    ])
    expect(upload?.if).toBe("inputs.sarif == 'true'")
    expect(verdict?.if).toBe("steps.check.outputs.passed != 'true'")
  })

  test('hands values over in the environment: a script with one in it would run what it says', () => {
    expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toStrictEqual([])
  })

  test('names this version, and options that the command has', () => {
    expect(action.inputs['version']?.default).toBe(version)
    const options = commands.find(({ name }) => name === 'check')?.options.map(({ name }) => name)
    const others = ['comment', 'sarif', 'pages', 'version', 'token']
    expect(options).toStrictEqual(
      expect.arrayContaining(Object.keys(action.inputs).filter((name) => !others.includes(name))),
    )
  })

  function runCheck(folder: string, env: Readonly<Record<string, string>>) {
    const temporary = createTemporaryFolder()
    const [output, summary] = [join(temporary, 'output'), join(temporary, 'summary')]
    const unset = Object.fromEntries(Object.keys(check?.env ?? {}).map((name) => [name, '']))
    const ended = runScript(check?.run ?? '', folder, {
      ...{ GITHUB_ACTION_PATH: root, RUNNER_TEMP: temporary },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
      ...unset,
      GITGLOT: gitglot,
      ...env,
    })
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
    const outputs = Object.fromEntries(
      read(output)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split('=') as [string, string]),
    )
    return { ...ended, outputs, summary: read(summary) }
  }

  test.skipIf(!hasGit())(
    'annotates, and leaves verdict, comment and SARIF to the later steps',
    () => {
      const folder = createTopic(files, { 'l/de.json': '{"a": ""}' })
      const { status, lines, outputs, summary } = runCheck(folder, { BASE: 'main' })
      expect([status, lines[0], outputs['passed']]).toStrictEqual([
        0,
        '::error file=l/de.json,line=1,col=2,title=gitglot untranslated::The string is no longer translated. (shop/web de a)',
        'false',
      ])
      expect(summary.split('\n')[0]).toBe('### Translations failed')
      expect(readFileSync(outputs['comment'] ?? '', 'utf8')).toBe(summary)
      const sarif: { version: string } = JSON.parse(readFileSync(outputs['sarif'] ?? '', 'utf8'))
      expect(sarif.version).toBe('2.1.0')
    },
  )

  test.skipIf(!hasGit())('passes where nothing is broken', () => {
    const folder = createTopic(files, {})
    const { status, lines, outputs } = runCheck(folder, {
      ...{
        BASE: 'main',
        FAIL_ON: 'warning',
        IGNORE: 'outdated',
        FAIL_UNDER: '100',
        REQUIRE_LANGUAGES: 'de',
      },
      ...{ CHECKS: 'end_stop, same', CONFIG: 'gitglot.yml', MAX_OUTDATED: '7' },
    })
    expect([status, lines, outputs['passed']]).toStrictEqual([
      0,
      [`passed: found nothing since ${runGit(folder, 'rev-parse', '--short=12', 'main')}`],
      'true',
    ])
  })

  const notice =
    '::notice title=gitglot::base and max-outdated need the history: set fetch-depth: 0 of actions/checkout'

  test.skipIf(!hasGit())('ends where there is no verdict, whatever a value holds', () => {
    const folder = createTopic(files, {})
    const { status, lines, outputs } = runCheck(folder, { BASE: '$(touch evil); 100%' })
    expect([status, lines, outputs, existsSync(join(folder, 'evil'))]).toStrictEqual([
      3,
      [
        '::error title=gitglot::gitglot: $(touch evil); 100%25: expected a branch, tag or commit; fetch it first if it is on a remote',
        notice,
      ],
      {},
      false,
    ])
  })

  test.skipIf(!hasGit())('writes the dashboard for the steps that publish it', () => {
    const folder = createTopic(files, {})
    const temporary = createTemporaryFolder()
    const { status } = runScript(site?.run ?? '', folder, {
      ...{ GITHUB_ACTION_PATH: root, RUNNER_TEMP: temporary, GITGLOT: gitglot, CONFIG: '' },
      BASE_URL: 'https://example.github.io/shop',
    })
    const page = readFileSync(join(temporary, 'gitglot-pages/index.html'), 'utf8')
    expect([status, page.includes('https://example.github.io/shop/widget/')]).toEqual([0, true])
  })

  /** What `actions/checkout` leaves of a pull request: the merge of both branches, detached. */
  function checkoutMerge(depth: number): string {
    const origin = createTopic(files, { 'l/de.json': '{"a": ""}' })
    runGit(origin, 'commit', '--quiet', '--all', '--message', 'Break German')
    runGit(origin, 'checkout', '--quiet', 'main')
    runGit(origin, 'commit', '--quiet', '--allow-empty', '--message', 'Go on')
    runGit(origin, 'checkout', '--quiet', '--detach')
    runGit(origin, 'merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic')
    runGit(origin, 'update-ref', 'refs/pull/7/merge', 'HEAD')
    const folder = createTemporaryFolder()
    runGit(folder, 'init', '--quiet')
    const refs = ['+refs/pull/7/merge:refs/remotes/pull/7/merge']
    if (depth === 0) refs.push('+refs/heads/*:refs/remotes/origin/*')
    const options = depth === 0 ? [] : [`--depth=${depth}`]
    runGit(folder, 'fetch', '--quiet', ...options, `file://${origin}`, ...refs)
    runGit(folder, 'checkout', '--quiet', '--force', 'refs/remotes/pull/7/merge')
    return folder
  }

  test.skipIf(!hasGit())('knows what a pull request broke from its merge', () => {
    const { status, lines, outputs } = runCheck(checkoutMerge(0), { BASE: 'origin/main' })
    expect([status, lines.length, outputs['passed']]).toStrictEqual([0, 2, 'false'])
    expect(lines[0]).toMatch(/^::error file=l\/de\.json,line=1,col=2,title=gitglot untranslated::/)
  })

  test.skipIf(!hasGit())('says that a shallow checkout lacks the base', () => {
    const { status, lines } = runCheck(checkoutMerge(1), { BASE: 'origin/main' })
    expect([status, lines]).toStrictEqual([
      3,
      [
        '::error title=gitglot::gitglot: origin/main: expected a branch, tag or commit; fetch it first if it is on a remote',
        notice,
      ],
    ])
  })

  describe('the comment', () => {
    const table = '| Component |\n'
    /** Runs the step with a `gh` that knows of these comments; what it was told to send, and the text of that. */
    function runComment(known: string, text: string, passed: boolean) {
      const folder = createTemporaryFolder()
      const gh = `#!/bin/sh
case "$*" in
  "api user"*) exit 1 ;;
  *--paginate*) printf '%s' "$KNOWN" ;;
  *) echo "$@" >> calls; cp "$RUNNER_TEMP/gitglot-comment.md" sent ;;
esac
`
      writeFileSync(join(folder, 'gh'), gh)
      chmodSync(join(folder, 'gh'), 0o755)
      writeFileSync(join(folder, 'c.md'), text)
      const { status, lines } = runScript(comment?.run ?? '', folder, {
        ...{ PULL_REQUEST: '7', REPOSITORY: 'o/r', COMMENT: 'c.md', PASSED: String(passed) },
        ...{ GITHUB_ACTION_PATH: root, RUNNER_TEMP: folder, KNOWN: known },
        PATH: `${folder}:${process.env['PATH']}`,
      })
      const read = (name: string) =>
        existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
      const calls = read('calls').replaceAll(folder, '')
      return { status, lines, calls, sent: read('sent') }
    }
    const post =
      'api --silent --method POST repos/o/r/issues/7/comments --field body=@/gitglot-comment.md\n'
    const patch =
      'api --silent --method PATCH repos/o/r/issues/comments/41 --field body=@/gitglot-comment.md\n'

    test.each([
      ['is written where something is broken', '', 'broken\n', false, post],
      ['is written where percentages changed', '', table, true, post],
      ['is not written where nothing is to tell', '', 'fine\n', true, ''],
      [
        'takes the place of the one before, though nothing is to tell',
        '41\n42',
        'fine\n',
        true,
        patch,
      ],
    ])('%s', (_, known, text, passed, calls) => {
      const sent = calls === '' ? '' : `<!-- gitglot -->\n${text}`
      const ended = runComment(known, text, passed)
      expect(ended).toStrictEqual({ status: 0, lines: [''], calls, sent })
    })

    test('that may not be written fails nothing', () => {
      const folder = createTemporaryFolder()
      writeFileSync(join(folder, 'gh'), '#!/bin/sh\nexit 1\n')
      chmodSync(join(folder, 'gh'), 0o755)
      writeFileSync(join(folder, 'c.md'), table)
      const { status, lines } = runScript(comment?.run ?? '', folder, {
        ...{ PULL_REQUEST: '7', REPOSITORY: 'o/r', COMMENT: 'c.md', PASSED: 'false' },
        ...{ GITHUB_ACTION_PATH: root, RUNNER_TEMP: folder },
        PATH: `${folder}:${process.env['PATH']}`,
      })
      expect([status, lines]).toStrictEqual([
        0,
        ['::notice title=gitglot::cannot write the comment'],
      ])
    })
  })
})

describe('the job for GitLab', () => {
  test('names this version', () => {
    expect(job.variables['GITGLOT']).toBe(`npx --yes gitglot@${version}`)
  })

  test.skipIf(!hasGit()).each([
    ['passes where nothing is broken', {}, 0, 'failures="0"'],
    ['fails where something is', { 'l/de.json': '{"a": ""}' }, 1, 'failures="1"'],
  ])('%s, with a report', (_, edits, expected, failures) => {
    const folder = createTopic(files, edits)
    const { status } = runScript(job.script.join('\n'), folder, {
      ...job.variables,
      GITGLOT: gitglot,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: runGit(folder, 'rev-parse', 'main'),
    })
    const report = readFileSync(join(folder, job.artifacts.reports.junit), 'utf8')
    expect([status, report.includes(failures)]).toStrictEqual([expected, true])
  })
})

describe('the job for GitLab Pages', () => {
  const { pages } = parse(readFileSync('ci/gitlab-pages.yml', 'utf8')) as {
    readonly pages: Pick<GitLab['gitglot'], 'variables' | 'script'>
  }

  test('names this version', () => {
    expect(pages.variables['GITGLOT']).toContain(` gitglot@${version} `)
  })

  test.skipIf(!hasGit())('writes the dashboard to the folder that is published', () => {
    const folder = createTopic(files, {})
    const { status } = runScript(pages.script.join('\n'), folder, {
      ...pages.variables,
      GITGLOT: gitglot,
      CI_PAGES_URL: 'https://example.gitlab.io/shop',
    })
    expect([status, existsSync(join(folder, 'public/index.html'))]).toEqual([0, true])
  })
})

describe('the hook for pre-commit', () => {
  const [{ entry }] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly [
    { readonly entry: string },
  ]
  const program = `npx --yes gitglot@${version}`

  test('names this version', () => {
    expect(entry).toMatch(new RegExp(`^${program} check `))
  })

  test.skipIf(!hasGit()).each([
    ['passes where nothing is broken', {}, 0],
    ['fails where something that is staged is', { 'l/de.json': '{"a": ""}' }, 1],
  ])('%s', (_, edits, expected) => {
    const folder = createTopic(files, edits)
    runGit(folder, 'add', '--all')
    expect(runScript(entry.replace(program, gitglot), folder, {}).status).toBe(expected)
  })
})
