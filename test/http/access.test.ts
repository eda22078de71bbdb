import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { hashOf } from '../../src/http/access.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { addressesIn } from '../support/web.ts'

/** Marks everything in the private project, and occurs nowhere else. */
const SECRET = 'zxqv'
const PROXY = '10.0.0.1'
/** Most addresses that a crawl requests; all in the mode `system`. */
const MOST = process.env['FUZZ'] === undefined ? 300 : 10_000

let server: TestServer
beforeAll(async () => {
  const open = await createRepository([
    { 'l/en.json': '{"a": "Sail", "b": "Boat"}', 'l/de.json': '{"a": "Segel"}' },
  ])
  const hidden = await createRepository([
    { 'l/en.json': `{"${SECRET}-key": "Text ${SECRET}"}`, 'l/tlh.json': `{"${SECRET}-key": ""}` },
  ])
  const project = (slug: string, repo: string, more: object = {}) => ({
    ...{ slug, name: slug, web: 'https://p.example', ...more },
    components: [jsonComponent(`${slug}-web`, 'l', { repo, branch: 'main', name: `${slug} web` })],
  })
  const shared = project(SECRET, hidden.path, {
    access_control: 'private',
    members: ['ann', '@crew'],
  })
  Object.assign(shared.components[0] as object, { links: ['open'] })
  server = await serveProjects([project('open', open.path), shared], {
    trusted_proxies: [PROXY],
    user_header: 'X-Forwarded-User',
    groups_header: 'X-Forwarded-Groups',
    tokens: [
      { name: 'all', hash: hashOf('all') },
      { name: 'other', hash: hashOf('other'), projects: ['open'] },
      { name: 'metrics', hash: hashOf('metrics'), scopes: ['metrics'] },
    ],
  })
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

type Headers = Record<string, string>
const nobody: Headers = {}
const stranger: Headers = { 'X-Forwarded-User': 'bob' }
const member: Headers = { 'X-Forwarded-User': 'ann' }

async function ask(path: string, headers: Headers, peer = PROXY) {
  const response = await server.app.request(path, { headers }, peer)
  return { response, status: response.status, text: await response.text() }
}

/** All addresses of this server in a response; those in pages are relative. */
function addressesOf(path: string, text: string): string[] {
  const whole = text.matchAll(/http:\/\/localhost\/[^"'\s<>]*/g)
  const links = /^<!doctype html>/i.test(text) ? addressesIn(text) : []
  const all = [...[...whole].map(([url]) => url.replaceAll('&amp;', '&')), ...links]
  return all.flatMap((link) => {
    const { host, pathname, search } = new URL(link, `http://localhost${path}`)
    return host === 'localhost' ? [pathname + search] : []
  })
}

/** Every endpoint for a project, with its component and language. */
function endpointsOf(slug: string): string[] {
  const names: Readonly<Record<string, string>> = {
    ...{ project: slug, component: `${slug}-web`, language: slug === SECRET ? 'tlh' : 'de' },
  }
  return Object.keys(ENDPOINTS).map(
    (path) => `/api${path.replace(/:(\w+)/g, (_, name) => names[name] ?? '1')}/`,
  )
}

/** Everything reached from all endpoints for some projects and from the start pages: address -> response. */
async function crawl(
  headers: Headers,
  projects: readonly string[],
): Promise<Map<string, { status: number; text: string }>> {
  const pages = ['/', '/projects/', '/languages/', '/sitemap.xml', '/sitemap-component.xml']
  const others = ['/api/', '/exports/rss/', '/widget/-/-/-/svg-badge.svg', '/readyz/']
  const waiting = new Set([...pages, ...others, ...projects.flatMap(endpointsOf)])
  const seen = new Map<string, { status: number; text: string }>()
  // The loop also visits addresses added on the way.
  for (const path of waiting) {
    const { status, text } = await ask(path, headers)
    seen.set(path, { status, text })
    if (status !== 200) continue
    for (const address of addressesOf(path, text)) if (waiting.size < MOST) waiting.add(address)
  }
  return seen
}

/** A response as text, without the headers that differ each time. */
function wholeOf({ response: { status, headers }, text }: Awaited<ReturnType<typeof ask>>): string {
  const shown = [...headers].filter(([name]) => !/^(?:x-request-id|server-timing|date)$/.test(name))
  return JSON.stringify([status, shown, text])
}

describe('a private project', () => {
  test('does not exist for others, but exists for members', async () => {
    // Before members ask, so that a response cached for others would be noticed.
    await crawl(nobody, ['open'])
    for (const path of endpointsOf(SECRET)) await ask(path, nobody)
    const seenByMember = await crawl(member, ['open', SECRET])
    const visible = [...seenByMember].filter(([path, { text }]) => (path + text).includes(SECRET))
    expect(visible.length).toBeGreaterThan(100)
    for (const headers of [nobody, stranger, { Authorization: 'Token other' }]) {
      const leaked = [...(await crawl(headers, ['open']))].filter(([path, { text }]) =>
        (path + text).includes(SECRET),
      )
      expect(leaked.map(([path]) => path)).toEqual([])
      // Others get the response for a project that does not exist.
      for (const [path] of visible) {
        const page = await ask(path, headers)
        if (path.includes(SECRET)) {
          const other = await ask(path.replaceAll(SECRET, 'qqqq'), headers)
          expect(wholeOf(page).replaceAll(SECRET, 'qqqq')).toBe(wholeOf(other))
        } else expect([path, wholeOf(page).includes(SECRET)]).toEqual([path, false])
      }
    }
  })

  test.each([
    ['a member', member, 200],
    ['a member of a group', { 'X-Forwarded-User': 'eve', 'X-Forwarded-Groups': 'x, crew' }, 200],
    ['a token of all projects', { Authorization: 'Token all' }, 200],
    ['the same as wlc and others send it', { Authorization: 'bearer all' }, 200],
    ['a token of another project', { Authorization: 'Token other' }, 404],
    ['a group without a user', { 'X-Forwarded-Groups': 'crew' }, 404],
    ['a user named as a group', { 'X-Forwarded-User': '@crew' }, 404],
    ['a user that came twice', { 'X-Forwarded-User': 'bob, ann' }, 404],
    ['another scheme', { Authorization: 'Basic YW5uOmFubg==' }, 404],
    ['an unknown token', { Authorization: 'Token nope' }, 401],
    ['no token', { Authorization: 'Token' }, 401],
    ['two tokens', { Authorization: 'Token all all' }, 401],
    ['a token that may not read', { Authorization: 'Token metrics' }, 401],
  ])('%s', async (_, headers, status) => {
    expect((await ask(`/api/projects/${SECRET}/`, headers)).status).toBe(status)
  })

  test('counts in the project that it shares components into only for members', async () => {
    const total = async (headers: Headers) =>
      JSON.parse((await ask('/api/projects/open/statistics/?format=json', headers)).text).total
    expect([await total(nobody), await total(member)]).toEqual([4, 6])
  })

  test('ignores the user header of untrusted clients', async () => {
    expect((await ask(`/api/projects/${SECRET}/`, member, '10.0.0.2')).status).toBe(404)
  })

  test('appears in responses, and makes them private, only for members', async () => {
    const path = '/api/projects/?format=json'
    for (const [headers, count, cached] of [
      [member, 2, 'private, no-cache'],
      [nobody, 1, 'no-cache'],
      [member, 2, 'private, no-cache'],
    ] as const) {
      const { response, text } = await ask(path, headers)
      expect([JSON.parse(text).count, response.headers.get('cache-control')]).toEqual([
        count,
        cached,
      ])
      expect(response.headers.get('vary')).toContain('Authorization, X-Forwarded-User')
    }
  })

  test('is not named in responses to unsigned hooks', async () => {
    const body = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: '' } })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    const response = await server.app.request('/hooks/gitea/', init)
    expect(await response.text()).not.toContain(SECRET)
  })
})

test('a protected project is visible to everybody', async () => {
  const project = { slug: 'guarded', name: 'Guarded', web: 'https://p.example', components: [] }
  const { get, catalog } = await serveProjects([{ ...project, access_control: 'protected' }])
  expect(await get('/api/projects/guarded/')).toMatchObject({ slug: 'guarded' })
  expect(await get('/api/projects/')).toMatchObject({ count: 1 })
  await catalog.close()
})

test('metrics need a token with their scope if one is configured', async () => {
  const status = async (headers: Headers) => (await ask('/metrics', headers)).status
  expect(await status(nobody)).toBe(401)
  expect(await status({ Authorization: 'Token metrics' })).toBe(200)
})

test('with require_login only health checks work without a login', async () => {
  const { app, catalog } = await serveProjects([], {
    require_login: true,
    trusted_proxies: [PROXY],
    user_header: 'X-User',
  })
  const request = (path: string, headers: Headers = {}) => app.request(path, { headers }, PROXY)
  const status = async (path: string, headers: Headers = {}) =>
    (await request(path, headers)).status
  try {
    for (const path of ['/api/', '/', '/metrics', '/exports/rss/', '/git/p/c/', '/download/p/']) {
      const refused = await request(path)
      const challenge = refused.headers.get('WWW-Authenticate')
      expect([path, refused.status, challenge]).toEqual([path, 401, 'Token'])
    }
    expect(await Promise.all(['/healthz/', '/readyz/'].map((path) => status(path)))).toEqual([
      200, 200,
    ])
    expect(await status('/api/', { 'X-User': 'ann' })).toBe(200)
  } finally {
    await catalog.close()
  }
})
