import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '../../scripts/docs/pages.ts'
import { commands } from '../../src/cli/commands.ts'
import { endWithFile } from '../support/children.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

/** Lines that the tests do not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm install': 'the tests run in a folder where it was run',
  'npm install && npm start': 'test/cli/main.test.ts starts the demo from the source',
  'npm install && npm test': 'would run this test',
  'npm run build': 'test/support/build-programs.ts builds what the other lines run',
  'gitglot refresh': 'needs a server with a token: test/cli/main.test.ts has one',
  'gitglot refresh shop/web --server https://status.example.org/': 'the same',
  'npm link': 'changes the programs of this machine',
  'claude mcp add gitglot -- gitglot mcp': 'changes the settings of another program',
  'claude mcp add --transport http l10n https://l10n.example.org/mcp': 'the same',
  'claude mcp add --transport http l10n https://l10n.example.org/mcp --header "Authorization: Bearer TOKEN"':
    'the same',
}

/** What stands for an address of the network or for something that needs it: the pattern, what is run, why. */
const STAND_INS: readonly (readonly [RegExp, standIn: () => string, reason: string])[] = [
  [/^npx gitglot/, () => 'gitglot', 'is not on npm'],
  [/\/etc\/gitglot\//, () => '', 'is not of the tests'],
  [/gethomepage\/homepage/, () => resolve('fixtures/demo.git'), 'is on GitHub'],
  [/https:\/\/hosted\.weblate\.org\/projects\/weblate\//, project, 'is on the network'],
  [/\/application\/$/, () => '/web/', 'is a component of another project'],
  [/https:\/\/weblate\.example\.org\//, () => demo().url, 'does not exist'],
  [/http:\/\/127\.0\.0\.1:8000\//, () => demo().url, 'the port may be taken'],
  [/gitglot serve/, () => 'gitglot serve --port 0', 'the port may be taken'],
  [/0\.0\.0\.0/, () => '127.0.0.1', 'would let others in'],
  [/^npx /, () => `${resolve('node_modules/.bin')}/`, 'would ask the registry'],
  [/ \| jq .*/, () => '', 'jq may be missing'],
]

let served: ServedDemo | undefined
beforeAll(async () => {
  served = await serveDemo()
})
afterAll(() => served?.stop())
function demo(): ServedDemo {
  if (served === undefined) throw new Error('the demo: expected to be asked for in a test')
  return served
}
function project(): string {
  return `${demo().url}projects/tidewatch/`
}

/** The lines of the `sh` blocks of a page. */
function linesOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  return blocks
    .flatMap(([, block = '']) => block.replaceAll('\\\n', '').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The examples of the help, each of which stands for itself. */
const EXAMPLES = 'the help'
const pages = [
  ...pagePaths.map((page) => ({ page, lines: linesOf(page) })),
  {
    page: EXAMPLES,
    lines: commands.flatMap(({ examples }) => Object.keys(examples)),
  },
].filter(({ lines }) => lines.length > 0)

/** The demo's configuration for a checkout of it. */
const demoConfig = readFileSync('fixtures/demo.yml', 'utf8')
  .replace('demo.git', '.')
  .replace('desktop.git', resolve('fixtures/desktop.git'))

/** A checkout of the demo with what the lines name, and a home with nothing but `gitglot` on the path. */
function createContext(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const home = createTemporaryFolder()
  const cwd = join(home, 'tidewatch')
  runGit(home, 'clone', '--quiet', resolve('fixtures/demo.git'), cwd)
  runGit(cwd, 'tag', 'v1.0', 'v1.0.0')
  runGit(cwd, 'tag', 'v2.0', 'v2.0.0')
  mkdirSync(join(cwd, 'deploy'))
  writeFileSync(join(cwd, 'deploy/gitglot.yml'), demoConfig)
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true })
  mkdirSync(join(home, 'bin'))
  const program = join(home, 'bin/gitglot')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(program, 0o755)
  return { cwd, env: { HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH']}` } }
}

/** For a line that does not follow another one: the configuration is there, unless the line writes it. */
function prepareConfig(folder: string, line: string): void {
  const file = join(folder, 'gitglot.yml')
  if (/--write|import/.test(line)) rmSync(file, { force: true })
  else writeFileSync(file, demoConfig)
}

/** Runs a line in bash; a server is ended once it says where it is. */
function runLine(
  line: string,
  { cwd, env }: ReturnType<typeof createContext>,
): Promise<{ readonly line: string; readonly code: number | null; readonly output: string }> {
  // `exec`, so that the signal reaches the server.
  const script = line.startsWith('gitglot serve') ? `exec ${line}` : line
  const child = endWithFile(
    spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  )
  let output = ''
  const add = (text: string) => {
    output += text
    // The second signal would end it at once.
    if (script !== line && !child.killed && output.includes('gitglot is at')) child.kill('SIGTERM')
  }
  child.stdout.setEncoding('utf8').on('data', add)
  child.stderr.setEncoding('utf8').on('data', add)
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ line, code, output }))
  })
}

/** Whether a line did what it says: a check may find something. */
function isGood({ line, code }: { readonly line: string; readonly code: number | null }): boolean {
  return code === 0 || (code === 1 && line.startsWith('gitglot check'))
}

/** Lines of which each follows the one before, but for examples. */
const runs = pages.flatMap(({ page, lines }) =>
  page === EXAMPLES
    ? lines.map((line) => ({ page, what: line, lines: [line] }))
    : [{ page, what: 'all lines', lines }],
)
const contextOf = new Map<string, ReturnType<typeof createContext>>()

test.skipIf(!hasGit()).for(runs)('the commands of $page run: $what', async ({ page, lines }) => {
  const context = contextOf.get(page) ?? createContext()
  contextOf.set(page, context)
  const failed: object[] = []
  for (const line of lines.filter((command) => NOT_RUN[command] === undefined)) {
    if (page === EXAMPLES) prepareConfig(context.cwd, line)
    const command = STAND_INS.reduce(
      (text, [pattern, standIn]) => text.replace(pattern, standIn),
      line,
    )
    const ended = await runLine(command, context)
    if (!isGood(ended)) failed.push(ended)
  }
  expect(failed).toStrictEqual([])
})

test('every exception stands on a page or in the help', () => {
  const lines = pages.flatMap((page) => page.lines)
  const unused = [
    ...Object.keys(NOT_RUN).filter((line) => !lines.includes(line)),
    ...STAND_INS.filter(([pattern]) => !lines.some((line) => pattern.test(line))).map(String),
  ]
  expect(unused).toStrictEqual([])
})
