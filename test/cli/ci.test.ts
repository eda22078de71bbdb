import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { createTopic, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const gitglot = `${process.execPath} --import ${root}node_modules/tsx/dist/loader.mjs ${root}src/cli/main.ts`
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
  const [check, upload, comment, verdict] = action.runs.steps

  test('has four steps, each with a shell or an action', () => {
    expect(action.runs.using).toBe('composite')
    expect(
      action.runs.steps.map(({ shell, run, uses }) => uses ?? `${shell}: ${run}`),
    ).toStrictEqual([
      'bash: "$GITHUB_ACTION_PATH/ci/github.sh"',
      'github/codeql-action/upload-sarif@v3',
      'bash: "$GITHUB_ACTION_PATH/ci/comment.sh"',
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
    const others = ['comment', 'sarif', 'version', 'token']
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
        '::error file=l/de.json,line=1,col=2,title=gitglot untranslated::It was translated and is not any more. (shop/web de a)',
        'false',
      ])
      expect(summary.split('\n')[0]).toBe('### Translations failed')
      expect(readFileSync(outputs['comment'] ?? '', 'utf8')).toBe(summary)
      const sarif: { version: string } = JSON.parse(readFileSync(outputs['sarif'] ?? '', 'utf8'))
      expect(sarif.version).toBe('2.1.0')
    },
  )

  test.skipIf(!hasGit())('passes where nothing is broken', () => {
    const { status, lines, outputs } = runCheck(createTopic(files, {}), {
      ...{ BASE: 'main', FAIL_ON: 'new', FAIL_UNDER: '100', REQUIRE_LANGUAGES: 'de' },
      ...{ CHECKS: 'end_stop, same', CONFIG: 'gitglot.yml', MAX_OUTDATED: '7' },
    })
    expect([status, lines, outputs['passed']]).toStrictEqual([0, ['passed: found nothing'], 'true'])
  })

  test.skipIf(!hasGit())('ends where there is no verdict, whatever a value holds', () => {
    const folder = createTopic(files, {})
    const { status, outputs } = runCheck(folder, { BASE: '$(touch evil); main' })
    expect([status, outputs, existsSync(join(folder, 'evil'))]).toStrictEqual([3, {}, false])
  })

  test('replaces its comment, or writes the first one', () => {
    const folder = createTemporaryFolder()
    writeFileSync(
      join(folder, 'gh'),
      '#!/bin/sh\necho "$@" >> calls\ncase "$*" in *--edit-last*) exit 1;; esac\n',
    )
    chmodSync(join(folder, 'gh'), 0o755)
    const env = { PULL_REQUEST: '7', REPOSITORY: 'o/r', COMMENT: 'c.md', GITHUB_ACTION_PATH: root }
    const PATH = `${folder}:${process.env['PATH']}`
    const { status } = runScript(comment?.run ?? '', folder, { ...env, PATH })
    const call = 'pr comment 7 --repo o/r --body-file c.md'
    expect([status, readFileSync(join(folder, 'calls'), 'utf8').split('\n')]).toStrictEqual([
      0,
      [`${call} --edit-last`, call, ''],
    ])
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
