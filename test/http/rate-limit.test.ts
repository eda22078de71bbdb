import { expect, onTestFinished, test } from 'vitest'
import { hashOf } from '../../src/http/access.ts'
import { createRateLimit } from '../../src/http/rate-limit.ts'
import { serveProjects } from '../support/catalog.ts'

test('without a rate there is no limit', () => {
  expect(createRateLimit('')).toBeUndefined()
})

test('a client may send a burst, which refills evenly', async () => {
  let time = 1e6
  const count = createRateLimit('3/minute', undefined, () => time)
  const ask = async (client = 'a') => {
    const { remaining, resetSeconds, refusal } = (await count?.(client)) ?? {}
    return [remaining, resetSeconds, refusal?.retryAfterSeconds]
  }
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([
    [2, 20, undefined],
    [1, 40, undefined],
    [0, 60, undefined],
    [0, 60, 20],
  ])
  expect(await ask('b')).toEqual([2, 20, undefined])
  time += 19_001
  expect(await ask()).toEqual([0, 41, 1])
  time += 999
  expect(await ask()).toEqual([0, 60, undefined])
  time += 60_000
  expect(await ask()).toEqual([2, 20, undefined])
})

test('times are whole seconds despite rounding errors', async () => {
  for (const now of [741_121.939, 562_314.087, 354_458.859]) {
    const count = createRateLimit('2/hour', undefined, () => now)
    expect((await count?.('a'))?.resetSeconds).toBe(1800)
  }
})

test.each(['3/second', '7/minute', '5000/hour', '99999/day'])(
  '%s allows that many requests at once',
  async (rate) => {
    const count = createRateLimit(rate, undefined, () => 12_345.678)
    const limit = Number.parseInt(rate, 10)
    const asked = Array.from({ length: limit + 1 }, () => count?.('a'))
    const refused = (await Promise.all(asked)).map((allowance) => allowance?.refusal !== undefined)
    expect(refused.indexOf(true)).toBe(limit)
  },
)

/** Returns a function that sends a request, and returns its status, remaining requests and response. */
async function serve(site: object) {
  const { app, catalog } = await serveProjects([], { rate_limit: '2/hour', ...site })
  onTestFinished(catalog.close)
  let uncached = 0
  return async (path: string, headers: Record<string, string> = {}, peer = '192.0.2.1') => {
    // A new query each time, so that no page is cached.
    uncached += 1
    const response = await app.request(`${path}?page=1&x=${uncached}`, { headers }, peer)
    return {
      status: response.status,
      left: response.headers.get('X-RateLimit-Remaining'),
      response,
    }
  }
}

test('too many requests get 429 as JSON or a page, except on health checks, metrics and static files', async () => {
  const ask = await serve({})
  const first = await ask('/api/projects/')
  expect([first.status, first.left]).toEqual([200, '1'])
  expect(first.response.headers.get('X-RateLimit-Limit')).toBe('2')
  expect(first.response.headers.get('X-RateLimit-Reset')).toBe('1800')
  expect((await ask('/')).left).toBe('0')
  const { status, response } = await ask('/api/projects/')
  expect([status, response.headers.get('Cache-Control'), await response.json()]).toEqual([
    429,
    'no-store',
    {
      type: 'client_error',
      errors: [
        {
          code: 'throttled',
          detail: 'Request was throttled. Expected available in 1800 seconds.',
          attr: null,
        },
      ],
    },
  ])
  expect(response.headers.get('Retry-After')).toBe('1800')
  for (const path of ['/', '/download/x/', '/hooks/github/', '/nothing/']) {
    const refused = await ask(path)
    expect([path, refused.status, refused.response.headers.get('Retry-After')]).toEqual([
      path,
      429,
      '1800',
    ])
  }
  const page = await (await ask('/')).response.text()
  expect(page).toContain('<h1>Too many requests</h1>')
  expect(page).toContain('Expected available in 1800 seconds.')
  const free = ['/healthz/', '/readyz/', '/metrics', '/static/style.css']
  for (const path of free) expect([path, (await ask(path)).left]).toEqual([path, null])
  expect((await ask('/healthz/')).status).toBe(200)
})

test('cached responses do not count', async () => {
  const { app, catalog } = await serveProjects([], { rate_limit: '1/hour' })
  onTestFinished(catalog.close)
  const statuses = []
  for (let times = 0; times < 3; times++) {
    statuses.push((await app.request('/api/projects/', {}, '192.0.2.1')).status)
  }
  expect(statuses).toEqual([200, 200, 200])
})

test('a client is a token, a user or the address from a trusted proxy', async () => {
  const ask = await serve({
    trusted_proxies: ['10.0.0.1'],
    user_header: 'X-User',
    require_login: false,
    tokens: [{ name: 't', hash: hashOf('t') }],
  })
  const left = async (headers: Record<string, string>, peer: string) => {
    const { status, left } = await ask('/api/projects/', headers, peer)
    return [status, left]
  }
  const token = { Authorization: 'Token t' }
  const wrong = { Authorization: 'Token wrong' }
  expect([
    await left({}, '192.0.2.1'),
    await left({ 'X-Forwarded-For': '192.0.2.9' }, '192.0.2.1'),
    await left({ 'X-Forwarded-For': '192.0.2.1' }, '10.0.0.1'),
    await left({ 'X-Forwarded-For': '192.0.2.2' }, '10.0.0.1'),
    await left({ 'X-User': 'ada' }, '10.0.0.1'),
    await left({ 'X-User': 'ada' }, '10.0.0.1'),
    await left(token, '192.0.2.1'),
    await left(token, '192.0.2.3'),
    await left(wrong, '192.0.2.4'),
    await left(wrong, '192.0.2.4'),
    await left(wrong, '192.0.2.4'),
  ]).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
    [200, '1'],
    [200, '1'],
    [200, '0'],
    [200, '1'],
    [200, '0'],
    [401, null],
    [401, null],
    [429, '0'],
  ])
})
