import { once } from 'node:events'
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { type Listening, listen } from '../../src/http/listen.ts'
import { serveProjects } from '../support/catalog.ts'
import { knowUnitTimes, openDemo } from '../support/demo.ts'
import { createHistory, extendHistory } from '../support/history.ts'

/** One application behind two servers, one of which bypasses the cache. */
interface Servers {
  readonly uncached: Listening
  readonly cached: Listening
  /** Number of requests served from the cache. */
  readonly hits: () => number
  stop(): Promise<void>
}

async function openServers({ respond }: App): Promise<Servers> {
  let hits = 0
  const place = { host: '127.0.0.1', port: 0 }
  const uncached = await listen({
    ...place,
    // No cached page has a target with a fragment.
    respond: (head) => respond({ ...head, target: `${head.target}#` }),
  })
  const cached = await listen({
    ...place,
    respond: (head) => {
      const response = respond(head)
      if (typeof response !== 'function') hits += 1
      return response
    },
  })
  const stop = async (): Promise<void> => {
    await Promise.all([uncached.stop(0), cached.stop(0)])
  }
  return { uncached, cached, hits: () => hits, stop }
}

interface SentResponse {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

async function ask(
  server: Listening,
  path: string,
  options: RequestOptions,
): Promise<SentResponse> {
  const headers = { Host: 'status.example', ...options.headers }
  const asked = request(new URL(path, server.url), { ...options, headers }).end()
  const [response] = await once(asked, 'response')
  // These differ for each response.
  const { date: _, 'server-timing': _timing, 'x-request-id': _id, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: await buffer(response) }
}

const UNITS = '/api/translations/tidewatch/web/cs/units/'
let servers: Servers
let stop: () => Promise<void>

beforeAll(async () => {
  const { app, catalog } = await openDemo({ trustedProxies: ['127.0.0.1'] })
  await knowUnitTimes({ app, catalog })
  servers = await openServers(app)
  stop = async () => {
    await servers.stop()
    await catalog.close()
  }
})
afterAll(() => stop())

/** The responses of both servers, and whether the second one is cached. */
async function askBoth(path: string, options: RequestOptions) {
  const uncached = await ask(servers.uncached, path, options)
  const before = servers.hits()
  const cached = await ask(servers.cached, path, options)
  return { uncached, cached, isCached: servers.hits() > before }
}

describe('a cached response equals that of the routes, header by header', () => {
  test.each<[string, number, string, RequestOptions]>([
    ['a page', 200, UNITS, {}],
    ['without a slash at the end', 200, UNITS.slice(0, -1), {}],
    ['for a client of Weblate', 200, UNITS, { headers: { Accept: 'application/json' } }],
    ['as CSV', 200, `${UNITS}?format=csv`, {}],
    ['from another site', 200, UNITS, { headers: { Origin: 'https://a.example' } }],
    ['behind a proxy', 200, UNITS, { headers: { 'X-Forwarded-Host': 'public.example' } }],
    ['with gzip', 200, UNITS, { headers: { 'Accept-Encoding': 'gzip, deflate' } }],
    ['with brotli', 200, UNITS, { headers: { 'Accept-Encoding': 'gzip, br' } }],
    ['too small for gzip', 200, '/api/', { headers: { 'Accept-Encoding': 'gzip' } }],
    ['to HEAD', 200, UNITS, { method: 'HEAD' }],
    ['to HEAD, with gzip', 200, UNITS, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } }],
    ['a file', 200, '/api/translations/tidewatch/web/cs/file/', {}],
    ['a page for people', 200, '/languages/', {}],
    ['an old tag', 200, UNITS, { headers: { 'If-None-Match': '"old"' } }],
    ['any tag', 304, UNITS, { headers: { 'If-None-Match': '*' } }],
    [
      'any tag, with gzip',
      304,
      UNITS,
      { headers: { 'If-None-Match': '*', 'Accept-Encoding': 'gzip' } },
    ],
    ['any tag, to HEAD', 304, UNITS, { method: 'HEAD', headers: { 'If-None-Match': '*' } }],
    [
      'a later time, of an answer without one',
      200,
      UNITS,
      { headers: { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    ],
    [
      'a later time than that of a file',
      200,
      '/api/translations/tidewatch/web/cs/file/',
      { headers: { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    ],
  ])('%s', async (_name, status, path, options) => {
    const { uncached, cached, isCached } = await askBoth(path, options)
    expect([cached, isCached]).toEqual([uncached, true])
    expect(cached.status).toBe(status)
  })
})

describe('a response is not cached', () => {
  test.each<[string, number, string, RequestOptions]>([
    ['an error', 404, '/api/projects/none/', {}],
    ['another type', 406, UNITS, { headers: { Accept: 'text/none' } }],
    ['a page at a ref', 200, `${UNITS}?ref=main`, {}],
    ['a page that changes without a commit', 200, '/api/components/tidewatch/web/refs/', {}],
    ['lines', 200, `${UNITS}?format=ndjson`, {}],
    ['OPTIONS', 200, UNITS, { method: 'OPTIONS' }],
    ['a writer', 403, UNITS, { method: 'POST' }],
  ])('%s', async (_name, status, path, options) => {
    const { uncached, cached, isCached } = await askBoth(path, options)
    expect([cached, isCached]).toEqual([uncached, false])
    expect(cached.status).toBe(status)
  })
})

test('after a new commit a response is cached once it is requested again', async () => {
  const files = (hello: string) => ({ 'en.json': '{"a":"A"}', 'cs.json': `{"a":"${hello}"}` })
  const history = await createHistory([{ name: 'first', day: 0, files: files('x') }])
  const component = { file_format: 'json', filemask: '*.json', template: 'en.json' }
  const config = { slug: 'c', name: 'C', repo: history.path, branch: 'main', ...component }
  const { app, catalog } = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', components: [config] },
  ])
  await catalog.complete
  const { cached, hits, stop } = await openServers(app)
  onTestFinished(async () => {
    await stop()
    await catalog.close()
  })
  const seen: [string, number][] = []
  const requestFile = async () => {
    const { body } = await ask(cached, '/api/translations/p/c/cs/file/', {})
    seen.push([body.toString(), hits()])
  }
  await requestFile()
  await requestFile()
  await extendHistory(history, [{ name: 'second', day: 1, files: files('y') }])
  await catalog.refresh()
  await requestFile()
  await requestFile()
  expect(seen).toEqual([
    ['{"a":"x"}', 0],
    ['{"a":"x"}', 1],
    ['{"a":"y"}', 1],
    ['{"a":"y"}', 2],
  ])
})
