import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { NotFoundError, RepositoryError } from '../../src/errors.ts'
import { HttpError, toHttpError } from '../../src/http/http-error.ts'
import { createPageCache } from '../../src/http/page-cache.ts'
import type { HttpEnv, Principal, RequestHead } from '../../src/http/request-info.ts'
import { ANONYMOUS, headOf } from '../../src/http/request-info.ts'
import { createResponder, type Respond, type ResponseEvent } from '../../src/http/respond.ts'
import { createServePage } from '../../src/http/serve-page.ts'
import type { View } from '../../src/model/model.ts'

const VIEW: View = { key: 'v1', siteKey: '', timestamp: undefined, projects: [] }
const VIEWS = { view: VIEW, base: undefined, ref: undefined, key: VIEW.key, isFixed: false }

/** A site whose `/page` names the user, with a record of its steps and events. */
function createSite(namesCached = true): {
  respond: Respond
  steps: string[]
  events: ResponseEvent[]
} {
  const steps: string[] = []
  const events: ResponseEvent[] = []
  const pages = createPageCache({ maxBytes: 1 << 20 })
  const servePage = createServePage(pages, {
    maxAge: 0,
    staleWhileRevalidate: 0,
    staleIfError: 0,
  })
  const routes = new Hono<HttpEnv>()
  routes.get('/page', ({ env: { info } }) => {
    steps.push('routes')
    return servePage(info, VIEWS, async () => ({
      body: Buffer.from(`page of ${info.principal.id}`),
      headers: { Vary: 'Accept' },
    }))
  })
  routes.get('/fails/:how', ({ req }) => {
    throw { known: new NotFoundError('gone'), bug: new TypeError('a bug') }[req.param('how')]
  })
  routes.onError((error, { env }) => {
    const { status, message } = toHttpError(error, env.report)
    return new Response(message, { status })
  })
  const respond = createResponder({
    catalog: { current: () => VIEW },
    pages: {
      get: (key, header) => {
        steps.push('cache')
        return pages.get(key, header)
      },
    },
    routes,
    originOf: () => 'http://localhost',
    isPublic: false,
    clientOf: () => '',
    authorize: ({ header }): Principal => {
      steps.push('authorize')
      return { ...ANONYMOUS, id: header('x-user') ?? 'nobody' }
    },
    namesCached,
    onResponse: (event) => events.push(event),
    onError: ({ message }) => steps.push(`error: ${message}`),
  })
  return { respond, steps, events }
}

/** Status and body. */
async function ask(
  respond: Respond,
  path: string,
  init: RequestInit = {},
): Promise<[number, string | undefined]> {
  const request = new Request(new URL(path, 'http://localhost'), init)
  const cached = respond(headOf(request))
  if (typeof cached !== 'function') return [cached.status, cached.body?.toString()]
  const response = await cached(request)
  return [response.status, await response.text()]
}

test('a request is authorized, then served from the cache, else by the routes', async () => {
  const { respond, steps } = createSite()
  expect(await ask(respond, '/page')).toEqual([200, 'page of nobody'])
  expect(steps.splice(0)).toEqual(['authorize', 'cache', 'routes'])
  expect(await ask(respond, '/page')).toEqual([200, 'page of nobody'])
  expect(steps.splice(0)).toEqual(['authorize', 'cache'])
  expect(await ask(respond, '/page', { method: 'POST' })).toEqual([404, '404 Not Found'])
  expect(steps).toEqual(['authorize'])
})

/** The request id of a cached response. */
function cachedIdFor(respond: Respond, headers: Record<string, string>): string | undefined {
  const response = respond(headOf(new Request('http://localhost/page', { headers })))
  return typeof response === 'function' ? 'not cached' : response.headers['X-Request-Id']
}

test('a cached response has the request id of its log entry', async () => {
  const { respond, events } = createSite()
  await ask(respond, '/page')
  const ids = [{ 'X-Request-Id': 'a-1' }, {}, {}].map((headers) => cachedIdFor(respond, headers))
  expect(ids).toEqual(['a-1', expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(String)])
  expect(new Set(ids).size).toBe(3)
  expect(events.map(({ isCached, id }) => [isCached, id]).slice(1)).toEqual(
    ids.map((id) => [true, id]),
  )
})

test('a cached response that is not logged repeats the id of its request, if any', async () => {
  const { respond } = createSite(false)
  await ask(respond, '/page')
  expect([cachedIdFor(respond, { 'X-Request-Id': 'a-1' }), cachedIdFor(respond, {})]).toEqual([
    'a-1',
    undefined,
  ])
})

test('a computed response has a duration, and the id of its request if that is valid', async () => {
  const { respond } = createSite()
  const headersFor = async (id: string) => {
    const request = new Request('http://localhost/none', { headers: { 'X-Request-Id': id } })
    const response = respond(headOf(request))
    if (typeof response !== 'function') throw new Error('expected no page')
    const { headers } = await response(request)
    return [headers.get('X-Request-Id'), headers.get('Server-Timing')]
  }
  const timing = expect.stringMatching(/^total;dur=\d+\.\d$/)
  expect(await headersFor('a-1')).toEqual(['a-1', timing])
  expect(await headersFor('a"\tb')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), timing])
})

test('a page cached for one user is not sent to another', async () => {
  const { respond } = createSite()
  await ask(respond, '/page', { headers: { 'X-User': 'ada' } })
  expect(await ask(respond, '/page')).toEqual([200, 'page of nobody'])
})

test('every request is logged once: computed, cached, unchanged, failed or malformed', async () => {
  const { respond, events } = createSite()
  const seen = async (...request: [string, RequestInit?]) => {
    await ask(respond, ...request)
    return events.splice(0).map(({ method, path, status }) => `${method} ${path} ${status}`)
  }
  expect([
    await seen('/page?a=1'),
    await seen('/page?a=1'),
    await seen('/page?a=1', { method: 'HEAD' }),
    await seen('/page?a=1', { headers: { 'If-None-Match': '*' } }),
    await seen('/none'),
    await seen('/fails/bug'),
  ]).toEqual([
    ['GET /page 200'],
    ['GET /page 200'],
    ['HEAD /page 200'],
    ['GET /page 304'],
    ['GET /none 404'],
    ['GET /fails/bug 500'],
  ])
  const head: RequestHead = { method: 'GET', target: '*', header: () => undefined, peer: undefined }
  const response = respond(head)
  if (typeof response !== 'function') throw new Error('expected no page')
  await response(undefined)
  expect(events).toEqual([
    {
      method: 'GET',
      path: '*',
      status: 400,
      milliseconds: expect.any(Number),
      isCached: false,
      id: expect.any(String),
    },
  ])
})

test('a known error has its status; a bug is reported once, and its details are hidden', async () => {
  const { respond, steps } = createSite()
  expect(await ask(respond, '/fails/known')).toEqual([404, 'Not found.'])
  expect(await ask(respond, '/fails/bug')).toEqual([500, 'Server Error (500)'])
  expect(steps.filter((step) => step.startsWith('error'))).toEqual(['error: a bug'])
})

test.each([
  [new HttpError(406, 'not_acceptable', 'no'), 406],
  [new NotFoundError('no project'), 404],
  [new RepositoryError('unreachable', 'r: unreachable'), 503],
  [new RangeError('a bug'), 500],
])('%s has the status %i', (error, status) => {
  expect(toHttpError(error, () => {}).status).toBe(status)
})
