import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { createTopic, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { layTraps } from '../support/hostile-checkout.ts'
import { main } from '../support/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The sources of gitglot as a job has them, built: what runs is what was built for these tests. */
const sources = createTemporaryFolder()
cpSync(join(root, 'ci'), join(sources, 'ci'), { recursive: true })
writeFilesInto(sources, {
  'dist/src/cli/main.js': `await import(${JSON.stringify(pathToFileURL(main).href)})\n`,
  'dist/src/licenses.txt': '',
  // What says that the file above is a module.
  'package.json': '{ "type": "module" }',
})

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
    readonly image: string
    readonly script: readonly string[]
    readonly artifacts: { readonly reports: { readonly junit: string } }
  }
}
const { gitglot: job } = parse(readFileSync('ci/gitlab.yml', 'utf8')) as GitLab

const guardedConfig = shopConfig.replace('slug: shop', 'slug: shop\n    check_flags: c-format')
const files = {
  'gitglot.yml': shopConfig,
  'l/en.json': '{"a": "Hello there"}',
  'l/de.json': '{"a": "Hallo"}',
}

function runScript(script: string, folder: string, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: createTemporaryFolder(), ...env },
  })
  return { status, lines: stdout.trimEnd().split('\n'), errors: stderr }
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
      'github/codeql-action/upload-sarif@5d4e8d1aca955e8d8589aabd499c5cae939e33c7',
      'bash: "$GITHUB_ACTION_PATH/ci/comment.sh"',
      'actions/configure-pages@983d7736d9b0ae728b81ab479565c72886d7745b',
      'bash: "$GITHUB_ACTION_PATH/ci/export.sh"',
      'actions/upload-pages-artifact@7b1f4a764d45c48632c6b24a0339c27f5614fb0b',
      'actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e',
      'bash: exit 1',
    ])
    expect(upload?.if).toBe("inputs.sarif == 'true'")
    expect(verdict?.if).toBe("steps.check.outputs.passed != 'true'")
  })

  test('passes values in the environment: a script that contained one would execute it', () => {
    expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toStrictEqual([])
  })

  test('names options that the command has', () => {
    const options = commands.find(({ name }) => name === 'check')?.options.map(({ name }) => name)
    const others = ['comment', 'review', 'sarif', 'pages', 'token']
    expect(options).toStrictEqual(
      expect.arrayContaining(Object.keys(action.inputs).filter((name) => !others.includes(name))),
    )
  })

  function runCheck(folder: string, env: Readonly<Record<string, string>>) {
    const temporary = createTemporaryFolder()
    const [output, summary] = [join(temporary, 'output'), join(temporary, 'summary')]
    const unset = Object.fromEntries(Object.keys(check?.env ?? {}).map((name) => [name, '']))
    const ended = runScript(check?.run ?? '', folder, {
      ...{ GITHUB_ACTION_PATH: sources, RUNNER_TEMP: temporary },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
      ...unset,
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

  test.skipIf(!hasGit())(
    'compares a merge queue with what it began at: old problems stay old',
    () => {
      expect(check?.env?.['BASE']).toBe(
        `\${{ inputs.base || (github.base_ref && format('origin/{0}', github.base_ref)) || github.event.merge_group.base_sha || '' }}`,
      )
      const broken = { ...files, 'l/en.json': '{"a": "Hello %s"}' }
      const folder = createTopic({ ...broken, 'gitglot.yml': guardedConfig }, { 'other.txt': '' })
      runGit(folder, 'add', '--all')
      runGit(folder, 'commit', '--quiet', '--message', 'Go on')
      const baseSha = runGit(folder, 'rev-parse', 'main')
      expect(runCheck(folder, { BASE: baseSha }).outputs['passed']).toBe('true')
      expect(runCheck(folder, {}).outputs['passed']).toBe('false')
    },
  )

  const notice =
    '::notice title=gitglot::base and max-outdated need the history: set fetch-depth: 0 of actions/checkout'

  test.skipIf(!hasGit())('fails without a verdict, whatever the values are', () => {
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
      ...{ GITHUB_ACTION_PATH: sources, RUNNER_TEMP: temporary, CONFIG: '' },
      BASE_URL: 'https://example.github.io/shop',
    })
    const page = readFileSync(join(temporary, 'gitglot-pages/index.html'), 'utf8')
    expect([status, page.includes('https://example.github.io/shop/widget/')]).toEqual([0, true])
  })

  /** A checkout as `actions/checkout` leaves it for a pull request: the merge of both branches, detached. */
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

  test.skipIf(!hasGit())('finds the failures of a pull request from its merge commit', () => {
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
    const worse = '**Worse:** de\n'
    /** Runs the step with a `gh` that lists these comments; returns its calls and the text that it sent. */
    function runComment(comments: string, text: string, passed: boolean) {
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
        ...{ GITHUB_ACTION_PATH: root, RUNNER_TEMP: folder, KNOWN: comments },
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
      ['is written where a language got worse', '', worse, true, post],
      ['is written where something was found', '', '- de\n', true, post],
      ['is not written where languages only got better', '', '**Better:** de\n', true, ''],
      ['is not written where nothing is to tell', '', 'fine\n', true, ''],
      [
        'takes the place of the one before, though nothing is to tell',
        '41\n42',
        'fine\n',
        true,
        patch,
      ],
    ])('%s', (_, comments, text, passed, calls) => {
      const sent = calls === '' ? '' : `<!-- gitglot -->\n${text}`
      const ended = runComment(comments, text, passed)
      expect(ended).toStrictEqual({ status: 0, lines: [''], calls, sent })
    })

    test('that the token may not write does not fail the step', () => {
      const folder = createTemporaryFolder()
      writeFileSync(join(folder, 'gh'), '#!/bin/sh\nexit 1\n')
      chmodSync(join(folder, 'gh'), 0o755)
      writeFileSync(join(folder, 'c.md'), worse)
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

/** A repository with the sources, built. */
function createSourceRepository(): string {
  const folder = createTemporaryFolder()
  cpSync(sources, folder, { recursive: true })
  runGit(folder, 'init', '--quiet', '--initial-branch=main')
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '--message', 'Sources')
  runGit(folder, 'tag', `v${version}`)
  return folder
}

describe('the job for GitLab', () => {
  test('builds this version, in an image that stays the same', () => {
    expect(job.script.join('\n')).toContain(`\${GITGLOT_REF:-v${version}}`)
    expect(job.image).toMatch(/^node:24[^@]*@sha256:[0-9a-f]{64}$/)
  })

  test.skipIf(!hasGit()).each([
    ['passes where nothing is broken', {}, 0, 'failures="0"'],
    ['fails where something is', { 'l/de.json': '{"a": ""}' }, 1, 'failures="1"'],
  ])('%s, with a report', (_, edits, expected, failures) => {
    const folder = createTopic(files, edits)
    const { status } = runScript(job.script.join('\n'), folder, {
      GITGLOT_SOURCE: createSourceRepository(),
      CI_MERGE_REQUEST_DIFF_BASE_SHA: runGit(folder, 'rev-parse', 'main'),
    })
    const report = readFileSync(join(folder, job.artifacts.reports.junit), 'utf8')
    expect([status, report.includes(failures)]).toStrictEqual([expected, true])
  })

  test('says that it does not know where the sources are', () => {
    const { status, errors } = runScript(
      `set -e\n${job.script.join('\n')}`,
      createTemporaryFolder(),
      {},
    )
    expect([status === 0, errors]).toStrictEqual([
      false,
      expect.stringContaining('GITGLOT_SOURCE: names the repository with gitglot'),
    ])
  })
})

describe('the job for GitLab Pages', () => {
  const { pages } = parse(readFileSync('ci/gitlab-pages.yml', 'utf8')) as {
    readonly pages: Pick<GitLab['gitglot'], 'image' | 'script'>
  }

  test('installs the program like the other job', () => {
    expect(pages.image).toBe(job.image)
    expect(pages.script.slice(0, -1)).toStrictEqual(job.script.slice(0, -1))
  })

  test.skipIf(!hasGit())('writes the dashboard to the folder that is published', () => {
    const folder = createTopic(files, {})
    const { status } = runScript(pages.script.join('\n'), folder, {
      GITGLOT_SOURCE: createSourceRepository(),
      CI_PAGES_URL: 'https://example.gitlab.io/shop',
    })
    expect([status, existsSync(join(folder, 'public/index.html'))]).toEqual([0, true])
  })
})

describe('the hook for pre-commit', () => {
  const [{ entry, language }] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly [
    { readonly entry: string; readonly language: string },
  ]

  test('is a script of the clone that pre-commit makes', () => {
    expect([language, entry]).toStrictEqual(['script', 'ci/pre-commit.sh'])
  })

  test.skipIf(!hasGit()).each([
    ['passes where nothing is broken', {}, 0],
    ['fails where something that is staged is', { 'l/de.json': '{"a": ""}' }, 1],
  ])('%s', (_, edits, expected) => {
    const folder = createTopic(files, edits)
    runGit(folder, 'add', '--all')
    expect(runScript(join(sources, entry), folder, {}).status).toBe(expected)
  })

  test.skipIf(!hasGit())('passes a first commit', () => {
    const folder = createTemporaryFolder()
    runGit(folder, 'init', '--quiet')
    writeFilesInto(folder, files)
    runGit(folder, 'add', '--all')
    expect(runScript(join(sources, entry), folder, {}).status).toBe(0)
  })
})

describe('a change under review', () => {
  const temporary = createTemporaryFolder()
  const github = {
    ...{ GITHUB_ACTION_PATH: sources, RUNNER_TEMP: temporary, BASE: 'main' },
    GITHUB_OUTPUT: join(temporary, 'output'),
    GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    BASE_URL: 'https://example.github.io/shop',
  }

  test.skipIf(!hasGit()).each([
    ['the action', join(sources, 'ci/github.sh'), 0],
    ['the pages of the action', join(sources, 'ci/export.sh'), 0],
    ['the hook of pre-commit', join(sources, 'ci/pre-commit.sh'), 1],
    ['the job for GitLab', job.script.join('\n'), 1],
  ])('runs nothing of its own in %s', (_, script, expected) => {
    const folder = createTopic(files, { 'l/de.json': '{"a": ""}' })
    const base = runGit(folder, 'rev-parse', 'main')
    const source = createSourceRepository()
    const { environment, sprung } = layTraps(folder)
    // Git is started by the job itself, before anything of ours: its runner says where programs are.
    const path = script.includes('git init') ? { PATH: process.env['PATH'] ?? '' } : {}
    const { status } = runScript(script, folder, {
      ...github,
      ...environment,
      ...path,
      GITGLOT_SOURCE: source,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    })
    expect([status, sprung()]).toStrictEqual([expected, []])
  })

  test('is checked without installing programs from a registry', () => {
    const texts = [
      'action.yml',
      '.pre-commit-hooks.yaml',
      ...readdirSync('ci').map((f) => `ci/${f}`),
    ]
    const registry = /\bnpx\b|npm (?:install|i|exec|x)\b|(?:pnpm|yarn|bun) (?:dlx|x)\b/
    expect(texts.filter((file) => registry.test(readFileSync(file, 'utf8')))).toStrictEqual([])
  })
})
