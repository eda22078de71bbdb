import { basename, dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { type Gate, startGate } from '../support/gate.ts'
import { createRepository } from '../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../support/git-server.ts'
import { requiredQuery } from '../support/response-schema.ts'

const TREES = [
  { 'l/en.json': '{"a": "A", "b": "B"}', 'l/de.json': '{"a": "Ä", "b": "Be"}' },
  { 'l/en.json': '{"a": "A!", "b": "B"}', 'l/de.json': '{"a": "Ä", "b": "Be"}' },
]

/** A component behind a gate, whose states need its history. */
async function serveGated(requestTimeout: number): Promise<{ server: TestServer; gate: Gate }> {
  const { path } = await createRepository(TREES)
  const remote = await startGitServer({ root: dirname(path) })
  onTestFinished(() => remote.close())
  const gate = await startGate(Number(new URL(remote.origin).port))
  const repo = `http://127.0.0.1:${gate.port}/${basename(path)}`
  const far = jsonComponent('far', 'l', { repo, state_from: 'follow', branch: 'main' })
  const project = { slug: 'p', name: 'P', web: 'https://p.example/', components: [far] }
  const server = await serveProjects(
    [project],
    { request_timeout: requestTimeout },
    { isAwaited: false },
  )
  onTestFinished(() => server.catalog.close())
  return { server, gate }
}

function addressOf(pattern: string): string {
  const values: Readonly<Record<string, string>> = {
    project: 'p',
    component: 'far',
    language: 'de',
    name: 'nobody',
  }
  const path = pattern.replace(/:(\w+)/g, (_, name) => values[name] ?? '1')
  return `/api${path}/?${requiredQuery(pattern)}`.replace('v1.0.0', 'main').replace('//', '/')
}

/** All numbers in a response, by path: `results.0.total`. */
function numbersIn(value: unknown, place = ''): Readonly<Record<string, number>> {
  if (typeof value === 'number') return { [place]: value }
  if (typeof value !== 'object' || value === null) return {}
  const parts = Object.entries(value).map(([key, part]) => numbersIn(part, `${place}.${key}`))
  return Object.assign({}, ...parts)
}

interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const isJson = ({ headers }: Seen) => headers.get('Content-Type')?.startsWith('application/json')

/** Responses that depend on no repository. */
const STATIC = ['/', '/checks', '/docs', '/schema']

// Skipped without `git http-backend`, which serves the repository.
test.skipIf(!hasHttpBackend())(
  'requests wait for what is not read yet, then get 503; no number in any response changes afterwards',
  async () => {
    const { server, gate } = await serveGated(1)
    const askAll = async (): Promise<Map<string, Seen>> => {
      const responses = await Promise.all(
        Object.keys(ENDPOINTS).map(async (pattern): Promise<[string, Seen]> => {
          const { status, headers, ...response } = await ask(pattern)
          return [pattern, { status, headers, text: response.text }]
        }),
      )
      return new Map(responses)
    }
    async function ask(pattern: string): Promise<Seen> {
      const response = await server.app.request(addressOf(pattern))
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const before = await askAll()
    const page = await (await server.app.request('/')).text()
    expect(page).toContain('0 of 1 components read')
    expect(page).not.toContain('100.0')
    gate.open()
    await server.catalog.complete
    const after = await askAll()
    const waited: string[] = []
    for (const [pattern, { status, headers, text }] of before) {
      if (status === 503) {
        waited.push(pattern)
        expect(headers.get('Cache-Control'), pattern).toBe('no-store')
        expect(Number(headers.get('Retry-After')), pattern).toBeGreaterThan(0)
        expect(text, pattern).toMatch(/0 of 1 components: still reading (the history of )?p\/far/)
      } else expect(status, pattern).toBe(after.get(pattern)?.status)
      if (status !== 200) continue
      const isStatic = STATIC.includes(pattern)
      expect(headers.get('ETag') !== null, pattern).toBe(isStatic)
      if (!isStatic) expect(headers.get('Cache-Control'), pattern).toBe('no-store')
      const read = after.get(pattern) as Seen
      if (isJson(read)) {
        expect(numbersIn(JSON.parse(text)), pattern).toEqual(numbersIn(JSON.parse(read.text)))
      }
    }
    expect(waited).toContain('/statistics')
    expect(waited).toContain('/components/:project/:component/credits')
    expect(JSON.parse(after.get('/projects/:project/statistics')?.text ?? '')).toMatchObject({
      total: 4,
      fuzzy: 1,
    })
  },
)

test.skipIf(!hasHttpBackend())(
  'an answer that was waited for comes as soon as it is known',
  async () => {
    const { server, gate } = await serveGated(60)
    const statistics = server.get('/api/components/p/far/statistics/')
    gate.open()
    expect(await statistics).toMatchObject({ count: 2 })
  },
)

test('an unreadable component answers 503; sums leave it out', async () => {
  const { path } = await createRepository(TREES)
  const gone = jsonComponent('gone', 'l', { repo: `${path}-gone` })
  const web = jsonComponent('web', 'l', { repo: path })
  const dead = { slug: 'dead', name: 'D', web: 'https://d.example/', components: [gone] }
  const half = { slug: 'half', name: 'H', web: 'https://h.example/', components: [gone, web] }
  const server = await serveProjects([dead, half])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  const statusOf = async (path: string) => (await server.app.request(`/api/${path}/`)).status
  expect(await statusOf('projects/dead/statistics')).toBe(503)
  expect(await statusOf('projects/dead/credits')).toBe(503)
  expect(await statusOf('components/half/gone/statistics')).toBe(503)
  expect(await statusOf('components/half/gone')).toBe(200)
  expect(await statusOf('components/half/web/statistics')).toBe(200)
  expect(await server.get('/api/projects/half/statistics/')).toMatchObject({ total: 4 })
  expect(await server.get('/api/statistics/')).toMatchObject({ total: 4 })
  const page = await (await server.app.request('/')).text()
  expect(page).toContain('class="soft">– unknown: it cannot be read<')
  expect(page).toContain('<td class="n pc">100.0</td>')
})

test('an event follows when counts are ready, another when the history is', async () => {
  const { path } = await createRepository(TREES)
  const far = jsonComponent('far', 'l', { repo: path, state_from: 'mirror' })
  const web = jsonComponent('web', 'l', { repo: path })
  const project = { slug: 'p', name: 'P', web: 'https://p.example/', components: [far, web] }
  const server = await serveProjects([project], {}, { isAwaited: false })
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  const events = server.events.map(({ type, component }) => `${component} ${type}`)
  expect(events.filter((line) => line.endsWith('ready'))).toEqual(['p/web ready', 'p/far ready'])
  expect(events.filter((line) => line.endsWith('history')).sort()).toEqual([
    'p/far history',
    'p/web history',
  ])
})
