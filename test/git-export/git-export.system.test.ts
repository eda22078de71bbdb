import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../src/app.ts'
import { DEFAULT_LIMITS } from '../../src/git/remote/limits.ts'
import { createUploadPack, paced } from '../../src/git-export/upload-pack.ts'
import { hashOf } from '../../src/http/access.ts'
import { listen } from '../../src/http/listen.ts'
import { appProject, jsonComponent, serveProjects } from '../support/catalog.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { createHistory, extendHistory } from '../support/history.ts'

const execute = promisify(execFile)

/** Runs git as a client: not at once, as this process serves it. */
async function git(...args: string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  }
  return (await execute('git', args, { env, cwd: '/' })).stdout.trim()
}

const files = (text: string) => ({ 'l/en.json': '{"a":"A"}', 'l/cs.json': `{"a":"${text}"}` })

/** A repository with a ref that is no branch, served with components that can and cannot be cloned. */
async function serve(site: object = {}, first: Record<string, string> = files('x')) {
  const history = await createHistory([{ name: 'first', files: first }])
  runGit(history.path, 'tag', 'v1', history.tip)
  const hidden = runGit(history.path, 'commit-tree', '-m', 'hidden', `${history.tip}^{tree}`)
  runGit(history.path, 'update-ref', 'refs/hidden/one', hidden)
  const component = (slug: string, more: object) =>
    jsonComponent(slug, 'l', { repo: history.path, git_export: true, ...more })
  const project = (slug: string, more: object) => ({
    ...appProject(history.path, 'l'),
    ...{ slug, name: slug, ...more },
    components: [component('web', {}), component('off', { git_export: false })],
  })
  const { app, catalog, get } = await serveProjects(
    [project('app', {}), project('closed', { access_control: 'private' })],
    { tokens: [{ name: 'all', hash: hashOf('all') }], ...site },
  )
  onTestFinished(catalog.close)
  await catalog.complete
  const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop(0))
  return { history, hidden, app, catalog, get, url: server.url }
}

test.skipIf(!hasGit())('a component is cloned and fetched, and takes no push', async () => {
  const { history, catalog, get, url } = await serve()
  const { git_export } = await get<{ git_export: string }>('/api/components/app/web/')
  expect(git_export).toBe('http://localhost/git/app/web/')
  const address = git_export.replace('http://localhost/', url)
  const clone = join(createTemporaryFolder(), 'clone')
  await git('clone', '--quiet', address, clone)
  expect(readFileSync(join(clone, 'l/cs.json'), 'utf8')).toBe('{"a":"x"}')
  expect(await git('-C', clone, 'tag')).toBe('v1')
  const next = await extendHistory(history, [{ name: 'second', files: files('y') }])
  await catalog.refresh()
  await git('-C', clone, 'fetch', '--quiet')
  expect(await git('-C', clone, 'rev-parse', 'origin/main')).toBe(next.tip)
  await expect(git('-C', clone, 'push', address, 'HEAD:refs/heads/mine')).rejects.toThrow('403')
})

test.skipIf(!hasGit())('a clone may be shallow, and deepened later', async () => {
  const { history, catalog, url } = await serve()
  await extendHistory(history, [{ name: 'second', files: files('y') }])
  await catalog.refresh()
  const clone = join(createTemporaryFolder(), 'clone')
  await git('clone', '--quiet', '--depth=1', `${url}git/app/web/`, clone)
  expect(await git('-C', clone, 'rev-list', '--count', 'HEAD')).toBe('1')
  await git('-C', clone, 'fetch', '--quiet', '--unshallow')
  expect(await git('-C', clone, 'rev-list', '--count', 'HEAD')).toBe('2')
})

test.skipIf(!hasGit())('a component is cloned below a base path, as the API names it', async () => {
  const { get, url } = await serve({ base_url: 'https://example.org/l10n/' })
  const { git_export } = await get<{ git_export: string }>('/api/components/app/web/')
  expect(git_export).toBe('https://example.org/l10n/git/app/web/')
  for (const address of [`${url}l10n/git/app/web/`, `${url}git/app/web/`]) {
    const clone = join(createTemporaryFolder(), 'clone')
    await git('clone', '--quiet', address, clone)
    expect(readFileSync(join(clone, 'l/cs.json'), 'utf8')).toBe('{"a":"x"}')
  }
})

/** What does not fit into the buffers between a server and a client that does not read. */
const large = () => ({ 'l/en.json': '{"a":"A"}', noise: randomBytes(24 << 20).toString('base64') })

/** Asks for all of a repository. */
function want(app: App, tip: string, signal?: AbortSignal): Promise<Response> {
  const body = `0032want ${tip}\n00000009done\n`
  return app.request('/git/app/web/git-upload-pack', {
    method: 'POST',
    body,
    signal: signal ?? null,
  })
}

/** The running processes that serve packs, with their ids: other tests on this machine may have some, too. */
const uploads = async () =>
  (await execute('ps', ['-eo', 'pid,args'])).stdout
    .split('\n')
    .filter((line) => /upload-pack --s/.test(line))

/** Waits until none of these runs any more. */
const ended = (processes: readonly string[]) =>
  vi.waitFor(async () => {
    const running = await uploads()
    expect(processes.filter((line) => running.includes(line))).toEqual([])
  }, 10_000)

test.skipIf(!hasGit())('git ends where its client hangs up', async () => {
  const { app, history } = await serve({}, large())
  const before = await uploads()
  const client = new AbortController()
  const reader = (await want(app, history.tip, client.signal)).body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  const started = (await uploads()).filter((line) => !before.includes(line))
  expect(started).not.toEqual([])
  client.abort()
  await ended(started)
})

test.skipIf(!hasGit())('a client that takes too long is given up', async () => {
  const { app, history } = await serve({ transfer_timeout: 1 }, large())
  const before = await uploads()
  const reader = (await want(app, history.tip)).body?.getReader()
  await ended((await uploads()).filter((line) => !before.includes(line)))
  let bytes = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    bytes += value?.length ?? 0
  }
  // What had been written until then.
  expect(bytes).toBeLessThan(24 << 20)
})

test.skipIf(!hasGit())('branches and tags are given out, and nothing else', async () => {
  const { hidden, history, url } = await serve()
  const refs = await git('ls-remote', `${url}git/app/web`)
  expect(refs.split('\n').map((line) => line.split('\t')[1])).toEqual([
    'HEAD',
    'refs/heads/main',
    'refs/tags/v1',
  ])
  const folder = createTemporaryFolder()
  await git('init', '--quiet', folder)
  for (const version of ['0', '2']) {
    const settings = ['-C', folder, '-c', `protocol.version=${version}`]
    await git(...settings, 'fetch', '--quiet', `${url}git/app/web/`, history.tip)
    await expect(git(...settings, 'fetch', `${url}git/app/web/`, hidden)).rejects.toThrow(
      /not our ref|unadvertised object/,
    )
  }
})

test.skipIf(!hasGit())('who does not see a component cannot clone it', async () => {
  const { app, url } = await serve()
  const folder = join(createTemporaryFolder(), 'clone')
  await expect(git('clone', `${url}git/closed/web/`, folder)).rejects.toThrow('not found')
  const token = 'http.extraHeader=Authorization: Token all'
  await git('-c', token, 'clone', '--quiet', `${url}git/closed/web/`, folder)
  const ask = async (path: string) => {
    const response = await app.request(path)
    return [response.status, await response.text()]
  }
  const paths = ['', 'info/refs?service=git-upload-pack', 'info/refs?service=git-receive-pack']
  for (const path of paths) {
    expect(await ask(`/git/closed/web/${path}`)).toEqual(await ask(`/git/nope/web/${path}`))
    expect(await ask(`/git/closed/off/${path}`)).toEqual(await ask(`/git/closed/nope/${path}`))
  }
})

test('addresses without a request of Git lead to the page, and Git is told what cannot be cloned', async () => {
  const { app } = await serve({ base_url: 'https://example.org/l10n/' })
  for (const path of ['app/off/', 'app/off', 'app/web']) {
    const response = await app.request(`/git/${path}`)
    const page = `https://example.org/l10n/projects/app/${path.split('/')[1]}/`
    const shown = ['location', 'cache-control'].map((name) => response.headers.get(name))
    expect([response.status, ...shown]).toEqual([301, page, 'no-store'])
  }
  const response = await app.request('/git/app/off/info/refs?service=git-upload-pack')
  expect([response.status, await response.text()]).toEqual([
    404,
    'app/off cannot be cloned from here: git_export is not set.\n',
  ])
})

test.skipIf(!hasGit())('requests that are no fetch are refused', async () => {
  const { app } = await serve()
  const status = async (path: string, init: RequestInit = {}) =>
    (await app.request(`/git/app/web/${path}`, init)).status
  const bomb = { method: 'POST', headers: { 'Content-Encoding': 'gzip' } }
  expect({
    'a push': await status('git-receive-pack', { method: 'POST' }),
    'the list for a push': await status('info/refs?service=git-receive-pack'),
    'the older protocol': await status('info/refs'),
    'another method': await status('info/refs?service=git-upload-pack', { method: 'PUT' }),
    'a fetch with GET': await status('git-upload-pack'),
    'a bomb': await status('git-upload-pack', { ...bomb, body: gzipSync(Buffer.alloc(5 << 20)) }),
    'no gzip': await status('git-upload-pack', { ...bomb, body: 'x' }),
    'too much': await status('git-upload-pack', { method: 'POST', body: Buffer.alloc(5 << 20) }),
  }).toEqual({
    'a push': 403,
    'the list for a push': 403,
    'the older protocol': 403,
    'another method': 405,
    'a fetch with GET': 405,
    'a bomb': 400,
    'no gzip': 400,
    'too much': 413,
  })
})

test('clients that wait hold 32 MiB of what they sent at most', async () => {
  const upload = createUploadPack({ ...DEFAULT_LIMITS, transferSeconds: 10, silenceSeconds: 10 })
  const { signal } = new AbortController()
  const ask = () =>
    upload({
      ...{ program: '/bin/true', gitDir: '/', input: Buffer.alloc(4 << 20) },
      client: '192.0.2.1',
      signal,
    }).then(
      () => 200,
      ({ status }) => status,
    )
  const results = await Promise.all(Array.from({ length: 9 }, ask))
  expect(results).toEqual([...Array<number>(8).fill(200), 503])
  await vi.waitFor(async () => expect(await ask()).toBe(200))
})

test('of one client few wait, which keeps no other waiting', async () => {
  const program = join(createTemporaryFolder(), 'git')
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
  const upload = createUploadPack({ ...DEFAULT_LIMITS, transferSeconds: 60, silenceSeconds: 60 })
  const controller = new AbortController()
  const { signal } = controller
  const ask = (client: string) =>
    upload({ program, gitDir: '/', input: undefined, client, signal }).then(
      () => 'answered',
      (error) => error.status ?? error.message,
    )
  const greedy = Array.from({ length: 23 }, () => ask('a'))
  expect(await Promise.all([greedy[0], greedy[1], greedy[22], ask('b')])).toEqual([
    'answered',
    'answered',
    503,
    'answered',
  ])
  controller.abort(new Error('gone'))
  expect(new Set(await Promise.all(greedy.slice(2, 22)))).toEqual(new Set(['gone']))
})

test('a client that takes little is too slow, however long git takes', async () => {
  let time = 0
  async function* output() {
    for (const [bytes, gitMs] of [
      [400, 60_000],
      [400, 0],
      [400, 0],
    ] as const) {
      time += gitMs
      yield Buffer.alloc(bytes)
    }
  }
  const sizes: number[] = []
  const read = async (clientMs: number) => {
    for await (const { length } of paced(
      output(),
      () => {},
      () => time,
    )) {
      sizes.push(length)
      time += clientMs
    }
  }
  await read(9_000)
  expect(sizes).toEqual([400, 400, 400])
  await expect(read(16_000)).rejects.toThrow('the client reads too slowly')
  expect(sizes).toEqual([400, 400, 400, 400, 400])
})
