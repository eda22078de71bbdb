import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { refreshServer } from '../../src/cli/refresh.ts'
import { readConfig } from '../../src/config/read.ts'
import { hashOf } from '../../src/http/access.ts'
import { listen } from '../../src/http/listen.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { addCommit, createRepository } from '../support/git-repository.ts'

const DENIED = 'You do not have permission to perform this action.'

let server: TestServer
let repo: string
beforeAll(async () => {
  repo = (await createRepository([{ 'l/en.json': '{"a": "Sail"}', 'l/cs.json': '{}' }])).path
  const project = (slug: string, path: string, more: object = {}) => ({
    ...{ slug, name: slug, web: 'https://p.example', ...more },
    components: [jsonComponent('web', 'l', { repo: path, update_interval: 9999 })],
  })
  const gone = project('gone', '/nowhere/at/all', { access_control: 'private' })
  server = await serveProjects([project('open', repo), gone], {
    tokens: [
      { name: 'all', hash: hashOf('all'), scopes: ['refresh'] },
      { name: 'open', hash: hashOf('open'), scopes: ['refresh'], projects: ['open'] },
      { name: 'read', hash: hashOf('read') },
    ],
  })
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

interface Asked {
  readonly token?: string
  readonly body?: string | URLSearchParams
}

async function ask(path: string, { token = 'all', body = 'operation=pull' }: Asked = {}) {
  const sent = typeof body === 'string' && !body.startsWith('{') ? new URLSearchParams(body) : body
  const headers: Record<string, string> = token ? { Authorization: `Token ${token}` } : {}
  if (typeof sent === 'string') headers['Content-Type'] = 'application/json'
  const response = await server.app.request(path, { method: 'POST', headers, body: sent })
  return { status: response.status, json: await response.json() }
}

test.each([
  ['/api/repository/', '', 403],
  ['/api/repository/', 'nope', 401],
  ['/api/repository/', 'read', 403],
  ['/api/projects/none/repository/', '', 403],
  ['/api/projects/none/repository/', 'all', 404],
  ['/api/projects/gone/repository/', 'open', 404],
  ['/api/components/gone/web/repository/', 'open', 404],
  ['/api/components/gone/web/repository/', 'all', 200],
  ['/api/translations/open/web/cs/repository/', 'open', 200],
  ['/api/components/open/web/', 'all', 403],
])('%s with the token "%s": %i', async (path, token, status) => {
  expect((await ask(path, { token })).status).toBe(status)
})

test.each([
  ['operation=push', 403, DENIED],
  ['{"operation": "reset"}', 403, DENIED],
  ['', 400, 'This field is required.'],
  ['{"operation": 1}', 400, 'This field is required.'],
  ['{', 400, 'Expected JSON or a form.'],
])('the body %s: %i', async (body, status, detail) => {
  const { json, ...response } = await ask('/api/repository/', { body })
  expect([response.status, (json as { errors: [{ detail: string }] }).errors[0].detail]).toEqual([
    status,
    detail,
  ])
})

test('a push is served at once, and unreachable remotes are reported without paths', async () => {
  const before = server.catalog.current().projects[0]?.components[0]?.commit?.oid
  const after = await addCommit(repo, { 'l/en.json': '{"a": "Sail", "b": "Boat"}' }, 1)
  const { json } = await ask('/api/repository/', { body: '{"operation": "pull"}' })
  expect(json).toEqual({
    result: false,
    configuration_error: null,
    components: [
      { component: 'open/web', before, after, error: null },
      {
        ...{ component: 'gone/web', before: null, after: null },
        error: expect.not.stringContaining('/nowhere'),
      },
    ],
  })
  const { json: open } = await ask('/api/repository/', { token: 'open' })
  expect(open).toMatchObject({ result: true, components: [{ component: 'open/web' }] })
})

describe('the configuration', () => {
  async function renewing(renew: () => Promise<boolean>, requestTimeout = 1) {
    const config = {
      ...readConfig({ text: 'projects: []', file: 'gitglot.yml' }),
      requestTimeout,
      tokens: [{ name: 'all', hash: hashOf('all'), scopes: ['refresh' as const], projects: [] }],
    }
    const { request } = createApp({ catalog: server.catalog, config, renew })
    const response = await request('/api/projects/open/repository/', {
      method: 'POST',
      headers: { Authorization: 'Token all' },
      body: new URLSearchParams('operation=pull'),
    })
    const { result, configuration_error } = (await response.json()) as Record<string, unknown>
    return [result, configuration_error]
  }

  test('is read first, and its errors are reported', async () => {
    expect(await renewing(async () => true)).toEqual([true, null])
    expect(await renewing(async () => false)).toEqual([
      false,
      'The configuration has mistakes, which the log lists; the old one stays in effect.',
    ])
  })

  test('may take longer than the timeout of the request', async () => {
    expect(await renewing(() => new Promise(() => {}), 0.02)).toEqual([
      false,
      expect.stringContaining('ask again'),
    ])
  })
})

const refresh = (place: string, server: string, token: string) =>
  refreshServer({ operands: [place], values: { server, token }, switches: new Set() })

test('the command prints a line for each component, and ends with 3 where a remote fails', async () => {
  const listening = await listen({ respond: server.app.respond, host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.stop(0))
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  onTestFinished(() => write.mockRestore())
  const run = (place: string, token: string) => refresh(place, listening.url, token)
  expect([await run('open/web', 'all'), await run('', 'all')]).toEqual([0, 3])
  const unchanged = expect.stringMatching(/^open\/web: unchanged, [0-9a-f]{7}\n$/)
  expect(lines).toEqual([unchanged, unchanged, expect.stringMatching(/^gone\/web: .{10}/)])
  await expect(run('', 'read')).rejects.toThrow('answered 403; it needs a token')
  await expect(run('none', 'all')).rejects.toThrow(': not found')
  await expect(refresh('', 'x', '')).rejects.toThrow('--server x')
})

test('the command says that another server is no gitglot', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<p>Please log in</p>')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const refreshed = refresh('', `http://127.0.0.1:${port}`, '')
  await expect(refreshed).rejects.toThrow(
    'expected JSON from a gitglot server, found none; check --server',
  )
})
