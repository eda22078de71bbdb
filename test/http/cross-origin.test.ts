import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { openDemo } from '../support/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.catalog.close())

const ORIGIN = 'Access-Control-Allow-Origin'
const READABLE = [
  '/api/projects/',
  '/api/projects/?format=csv',
  '/api/projects/nowhere/',
  '/api/translations/tidewatch/web/cs/file/',
  '/api/translations/tidewatch/web/cs/units/?format=ndjson',
  '/widget/tidewatch/svg-badge.svg',
  '/exports/rss/tidewatch/',
]

test('other sites may read responses of a server only if it has base_url', async () => {
  const config = { ...demo.config, baseUrl: 'https://status.example' }
  const open = createApp({ ...demo, config })
  const headers = { Origin: 'https://elsewhere.example' }
  const allowed = async ({ request }: App, init: RequestInit = {}) =>
    Promise.all(
      READABLE.map(async (path) => (await request(path, { headers, ...init })).headers.get(ORIGIN)),
    )
  expect(await allowed(open)).toEqual(READABLE.map(() => '*'))
  expect(await allowed(demo.app)).toEqual(READABLE.map(() => null))
  const preflight = {
    method: 'OPTIONS',
    headers: { ...headers, 'Access-Control-Request-Method': 'GET' },
  }
  const api = (app: App) => app.request('/api/projects/', preflight)
  expect((await api(open)).headers.get(ORIGIN)).toBe('*')
  expect((await api(demo.app)).headers.get(ORIGIN)).toBe(null)
})

test('other sites may send and read the headers for caching and rate limits', async () => {
  const config = { ...demo.config, baseUrl: 'https://status.example' }
  const { request } = createApp({ ...demo, config })
  const headers = {
    Origin: 'https://elsewhere.example',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match',
  }
  const preflight = await request('/api/projects/', { method: 'OPTIONS', headers })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Headers')]).toEqual([
    204,
    'Authorization, Content-Type, Accept, If-None-Match, If-Modified-Since',
  ])
  const exposed =
    'ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id'
  const first = await request('/api/projects/')
  const etag = first.headers.get('ETag') ?? ''
  const again = await request('/api/projects/', { headers: { 'If-None-Match': etag } })
  const lists = [first, again].map((response) =>
    response.headers.get('Access-Control-Expose-Headers'),
  )
  expect([first.status, again.status, lists]).toEqual([200, 304, [exposed, exposed]])
})
