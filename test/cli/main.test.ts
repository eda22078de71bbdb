import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { helpText } from '../../src/cli/help.ts'
import { hashOf } from '../../src/http/access.ts'
import { jsonComponent } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'
import { type Run, startProcess } from '../support/start-process.ts'

const installed = [main]
// By its path: the working folder has no packages.
const fromSource = [
  ...['--import', resolve('node_modules/tsx/dist/loader.mjs')],
  resolve('src/cli/main.ts'),
]

function gitglot(
  args: readonly string[],
  { program = installed, cwd = createTemporaryFolder() } = {},
): Run {
  return startProcess(process.execPath, [...program, ...args], cwd)
}

test('the version is that of the package', async () => {
  expect(await gitglot(['--version']).ended).toStrictEqual({ code: 0, out: '0.1.0\n', err: '' })
})

test('without a command it prints the help, and ends with 2', async () => {
  const err = `${helpText(commands)}\n`
  expect(await gitglot([]).ended).toStrictEqual({ code: 2, out: '', err })
})

test('an unknown command ends with 2 and one line', async () => {
  const names = commands.map(({ name }) => name).join(', ')
  expect(await gitglot(['sevre']).ended).toStrictEqual({
    code: 2,
    out: '',
    err: `gitglot: unknown command "sevre", did you mean serve?; known: ${names}\n`,
  })
})

test('an invalid configuration ends with 2 and a list of its errors', async () => {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'gitglot.yml'), 'site: x\nprojects: {}\n')
  expect(await gitglot(['serve', '--config', 'gitglot.yml'], { cwd }).ended).toStrictEqual({
    code: 2,
    out: '',
    err: 'gitglot.yml:1: site: unknown field; did you mean site_title?\ngitglot.yml:2: projects: needs a list\n',
  })
})

test('a missing configuration ends with 2', async () => {
  const { code, err } = await gitglot(['serve', '--config', '/nowhere.yml']).ended
  expect([code, err]).toStrictEqual([
    2,
    '/nowhere.yml: cannot be read: no such file or folder; gitglot discover --write writes a gitglot.yml\n',
  ])
})

test('the cache folder is private to the user, and commands work without it', () => {
  const home = createTemporaryFolder()
  const run = (cache: string) =>
    spawnSync(process.execPath, [main, '--version'], { env: { XDG_CACHE_HOME: join(home, cache) } })
  expect(run('cache').status).toBe(0)
  expect(statSync(join(home, 'cache/gitglot')).mode & 0o777).toBe(0o700)
  writeFileSync(join(home, 'file'), '')
  expect(run('file').status).toBe(0)
})

/** The status of a page for a request that names a host. */
function statusFor(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

const components = [
  ['tidewatch/mobile', 16, 656],
  ['tidewatch/web', 16, 608],
  ['tidewatch/help', 10, 350],
  ['tidewatch/android', 16, 560],
  ['tidewatch/terms', 10, 288],
  ['tidewatch-desktop/application', 3, 18],
  ['tidewatch-desktop/start', 3, 15],
  ['tidewatch-desktop/ios', 3, 21],
] as const

test.each([
  { program: installed, what: 'as installed', signal: 'SIGTERM' },
  { program: fromSource, what: 'from the source', signal: 'SIGINT' },
] as const)(
  'the demo is served $what without a configuration until $signal, and refreshed on SIGHUP',
  async ({ program, signal }) => {
    const run = gitglot(['serve', '--port', '0'], { program: [...program] })
    const [, url = ''] =
      /^gitglot is at (http:\S+) \(the demo project: no --config given\)\n/.exec(
        await run.printed('\n'),
      ) ?? []
    for (const [path] of components) await run.printed(`${path}: `)
    run.process.kill('SIGHUP')
    expect(await statusFor('rebound.example', url)).toBe(421)
    const response = await fetch(`${url}api/projects/tidewatch/components/`)
    const body: { count: number } = JSON.parse(await response.text())
    expect([response.status, body.count]).toStrictEqual([200, 5])
    run.process.kill(signal)
    const { code, out, err } = await run.ended
    expect([code, err]).toStrictEqual([0, ''])
    const lines = out
      .replace(/, \d+ ms$/gm, '')
      .split('\n')
      .slice(1, 1 + components.length)
      .map((line) => line.replace(/^\S+Z /, ''))
      .sort()
    expect(lines).toStrictEqual(
      components
        .map(([path, translations, units]) => {
          return `${path}: ${translations} translations, ${units} units`
        })
        .sort(),
    )
  },
)

test('SIGHUP and a refresh read the configuration again; an invalid one is reported and not used', async () => {
  const { path: repo } = await createRepository([{ 'l/en.json': '{"a": "Sail"}' }])
  const file = join(createTemporaryFolder(), 'gitglot.yml')
  const write = (...slugs: string[]) => {
    const components = slugs.map((slug) => jsonComponent(slug, 'l', { repo }))
    const projects = [{ slug: 'p', name: 'P', web: 'https://p.example', components }]
    const tokens = [{ name: 't', hash: hashOf('t'), scopes: ['refresh'] }]
    writeFileSync(file, JSON.stringify({ projects, tokens }))
  }
  const refresh = () => gitglot(['refresh', '--server', url, '--token', 't']).ended
  write('one')
  const run = gitglot(['serve', '--port', '0', '--config', file])
  const [, url = ''] = /^gitglot is at (http:\S+)/.exec(await run.printed('\n')) ?? []
  const slugs = async () => {
    const response = await fetch(`${url}api/components/?format=json`)
    const { results }: { results: { slug: string }[] } = JSON.parse(await response.text())
    return results.map(({ slug }) => slug)
  }
  write('one', 'two')
  run.process.kill('SIGHUP')
  await run.printed('reloaded')
  expect(await slugs()).toStrictEqual(['one', 'two'])
  write('one', '/')
  run.process.kill('SIGHUP')
  await run.printed('stays in use')
  expect(await refresh()).toMatchObject({
    code: 3,
    out: expect.stringMatching(
      /^The configuration has mistakes.*\np\/one and 1 other component: unchanged/,
    ),
  })
  expect(await slugs()).toStrictEqual(['one', 'two'])
  write('three')
  expect(await refresh()).toMatchObject({
    code: 0,
    out: expect.stringContaining('p/three: unchanged'),
  })
  expect(await slugs()).toStrictEqual(['three'])
  run.process.kill('SIGTERM')
  const { code, err } = await run.ended
  expect(code).toBe(0)
  expect(err).toContain(`${file}:1: projects[0].components[1].slug: `)
})

test('a port in use ends with 3 and one line', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  expect(await gitglot(['serve', '--port', `${port}`]).ended).toStrictEqual({
    code: 3,
    out: '',
    err: `gitglot: 127.0.0.1:${port}: another program listens there; choose another port with --port, or any free one with --port 0\n`,
  })
})
