import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { View } from '../../src/model/model.ts'
import { requestCounted } from '../support/counted.ts'
import { knowUnitTimes, openDemo } from '../support/demo.ts'

const CZECH = '/api/translations/tidewatch/web/cs/'
let app: App
let catalog: Catalog

beforeAll(async () => {
  const demo = await openDemo({ trustedProxies: ['10.0.0.0/8'] })
  app = demo.app
  catalog = demo.catalog
})
afterAll(() => catalog.close())

async function urlOf(headers: Record<string, string>, query = ''): Promise<string> {
  const response = await app.request(`${CZECH}${query}`, { headers })
  return ((await response.json()) as { url: string }).url
}

describe('links', () => {
  test.each([
    ['no Accept', {}, '', '?format=api'],
    ['a browser', { Accept: 'text/html,*/*;q=0.8' }, '', '?format=api'],
    ['a client of Weblate', { Accept: 'application/json' }, '', ''],
    ['format=json', { Accept: 'application/json' }, '?format=json', '?format=json'],
    ['format=api', {}, '?format=api', '?format=api'],
  ])('%s', async (_name, headers, query, suffix) => {
    expect(await urlOf(headers, query)).toBe(`http://localhost${CZECH}${suffix}`)
  })

  test('start with the host that the client used', async () => {
    const headers = { Accept: 'application/json', Host: 'status.example:8443' }
    expect(await urlOf(headers)).toBe(`http://status.example:8443${CZECH}`)
  })

  test('never repeat a hostile host', async () => {
    const headers = { Accept: 'application/json', Host: 'a"><script>' }
    expect(await urlOf(headers)).toBe(`http://localhost${CZECH}`)
  })

  test('use forwarded headers only from a trusted proxy', async () => {
    const headers = {
      Accept: 'application/json',
      'X-Forwarded-Host': 'public.example, inner.example',
      'X-Forwarded-Proto': 'https, http',
    }
    const from = async (peer: string) => {
      const response = await app.request(CZECH, { headers }, peer)
      return ((await response.json()) as { url: string }).url
    }
    expect([await from('10.1.2.3'), await from('192.0.2.1')]).toEqual([
      `https://public.example${CZECH}`,
      `http://localhost${CZECH}`,
    ])
  })
})

describe('errors have the body of Weblate', () => {
  const body = (type: string, code: string, detail: string, attr: string | null = null) => ({
    type,
    errors: [{ code, detail, attr }],
  })
  const missing = body('client_error', 'not_found', 'Not found.')
  const page = body('client_error', 'not_found', 'Invalid page.')
  const time = body('validation_error', 'invalid', 'Enter a valid date/time.', 'timestamp')
  const denied = body(
    'client_error',
    'permission_denied',
    'You do not have permission to perform this action.',
  )
  test.each([
    ['GET', '/api/projects/nope/', 404, missing],
    ['GET', '/api/components/tidewatch/nope/', 404, missing],
    ['GET', '/api/translations/tidewatch/web/xx/', 404, missing],
    ['GET', '/api/languages/nope/', 404, missing],
    ['GET', '/api/units/abc/', 404, missing],
    ['GET', '/api/units/999999999/', 404, missing],
    ['GET', '/api/changes/1/', 404, missing],
    ['GET', '/api/nope/', 404, missing],
    ['GET', `${CZECH}?format=xml`, 404, missing],
    ['GET', `${CZECH}units/?page=0`, 404, page],
    ['GET', `${CZECH}units/?page=99`, 404, page],
    ['GET', `${CZECH}units/?page=x`, 404, page],
    ['POST', '/api/projects/', 403, denied],
    ['DELETE', CZECH, 403, denied],
    [
      'GET',
      `${CZECH}changes/?action=abc`,
      400,
      body(
        'validation_error',
        'invalid_choice',
        'Select a valid choice. abc is not one of the available choices.',
        'action',
      ),
    ],
    ['GET', `${CZECH}changes/?timestamp_after=yesterday`, 400, time],
    ['GET', `${CZECH}changes/?timestamp_before=2025-02-29T00:00:00Z`, 400, time],
  ])('%s %s', async (method, path, status, expected) => {
    const response = await app.request(path, { method })
    expect([response.status, await response.json()]).toEqual([status, expected])
  })

  test('a type that is not offered is 406', async () => {
    const response = await app.request(CZECH, { headers: { Accept: 'application/xml' } })
    expect([response.status, await response.json()]).toEqual([
      406,
      body('client_error', 'not_acceptable', 'Could not satisfy the request Accept header.'),
    ])
  })
})

describe('parameters', () => {
  const onSecondPage = (path: string) => [`http://localhost${path}?format=json&page_size=1`, 1]
  test.each([
    ['page=2', onSecondPage],
    ['page=02', onSecondPage],
    ['page=%202+', onSecondPage],
    ['page=%2B2', onSecondPage],
    ['page=x&page=2', onSecondPage],
    ['page=', () => [null, 1]],
    ['page_size=9&page_size=1', () => [null, 1]],
    ['page=2&page=', () => [null, 1]],
  ])('%s', async (query, expected) => {
    for (const path of [`${CZECH}units/`, `${CZECH}changes/`]) {
      const response = await app.request(`${path}?format=json&page_size=1&${query}`)
      expect(response.status).toBe(200)
      const { previous, results } = (await response.json()) as {
        previous: string | null
        results: unknown[]
      }
      expect([previous, results.length]).toEqual(expected(path))
    }
  })

  test('the last value of a repeated parameter counts', async () => {
    const statuses = ['nope&ref=main', 'main&ref=nope'].map(
      async (ref) => (await app.request(`${CZECH}?ref=${ref}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })
})

describe('methods', () => {
  test.each([
    [CZECH, 'GET, DELETE, HEAD, OPTIONS'],
    [`${CZECH}units/`, 'GET, POST, HEAD, OPTIONS'],
    [`${CZECH}changes/`, 'GET, HEAD, OPTIONS'],
    [`${CZECH}statistics/`, 'GET, HEAD, OPTIONS'],
  ])('%s allows %s, also without its slash', async (path, allow) => {
    const responses = await Promise.all(
      [path, path.slice(0, -1)].map((each) => requestCounted(app, each)),
    )
    expect(responses.map(({ status, headers }) => [status, headers.get('Allow')])).toEqual([
      [200, allow],
      [200, allow],
    ])
    expect(await responses[0]?.text()).toBe(await responses[1]?.text())
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => app.request(CZECH, { method })),
    )
    expect(await head?.text()).toBe('')
    // Of each answer alone, where it was worked out.
    for (const name of ['Server-Timing', 'X-Request-Id']) {
      head?.headers.delete(name)
      get?.headers.delete(name)
    }
    expect([...(head?.headers ?? [])]).toEqual([...(get?.headers ?? [])])
  })

  test('a preflight is answered without a body', async () => {
    const headers = { 'Access-Control-Request-Method': 'GET' }
    const response = await app.request(CZECH, { method: 'OPTIONS', headers })
    expect([response.status, await response.text()]).toEqual([204, ''])
  })
})

describe('caching', () => {
  test('a request with the tag of a response gets a 304 with the same headers', async () => {
    const first = await app.request(CZECH)
    const tag = first.headers.get('ETag') ?? ''
    const again = await app.request(CZECH, { headers: { 'If-None-Match': tag } })
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
  })

  test('a compressed response has its own tag and the same content', async () => {
    const plain = await app.request(CZECH)
    const packed = await app.request(CZECH, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(packed.headers.get('Content-Encoding')).toBe('gzip')
    expect(packed.headers.get('ETag')).not.toBe(plain.headers.get('ETag'))
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text())
  })

  test('another rendering has another tag', async () => {
    const tags = await Promise.all(
      ['', '?format=json', '?format=csv'].map(async (query) =>
        (await app.request(`${CZECH}${query}`)).headers.get('ETag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('the head of a request is enough to serve a cached response', async () => {
    await catalog.complete
    const target = '/api/projects/?format=json&page_size=49'
    const head = { method: 'GET', target, header: () => undefined, peer: undefined }
    expect(app.respond(head)).toBeTypeOf('function')
    // What is learnt late of the history gives another view, of which nothing was asked before.
    let view: View
    let text: string
    do {
      view = catalog.current()
      text = await (await app.request(target)).text()
    } while (view !== catalog.current())
    expect(app.respond(head)).toMatchObject({ status: 200, body: Buffer.from(text) })
  })
})

test('every link of a unit resolves to what it names', async () => {
  await knowUnitTimes({ app, catalog })
  const get = async (path: string) => (await app.request(path)).json()
  const list = (await get(`${CZECH}units/?format=json&page_size=5`)) as {
    results: { url: string; source_unit: string; id_hash: number; target: string[] }[]
  }
  for (const unit of list.results) {
    expect(await get(`${new URL(unit.url).pathname}?format=json`)).toEqual(unit)
    const source = (await get(new URL(unit.source_unit).pathname)) as { id_hash: number }
    expect(source.id_hash).toBe(unit.id_hash)
  }
})

test('a change resolves by its id', async () => {
  const get = async (path: string) => (await app.request(path)).json()
  const list = (await get('/api/changes/?format=json&page_size=3')) as {
    results: { url: string }[]
  }
  expect(list.results.length).toBe(3)
  for (const change of list.results) {
    expect(await get(`${new URL(change.url).pathname}?format=json`)).toEqual(change)
  }
})

test('64-bit numbers are written in full', async () => {
  const text = await (await app.request(`${CZECH}units/?page_size=1`)).text()
  expect(text).toContain('"id_hash":2078364090595196114,"content_hash":-918170101249300934')
})

test('a file is sent as it is in the repository', async () => {
  const response = await app.request(`${CZECH}file/`)
  const { headers } = response
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="tidewatch-web-cs.json"')
  const content = Buffer.from(await response.arrayBuffer())
  const blob = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
  const { revision } = (await (await app.request(CZECH)).json()) as { revision: string }
  expect(revision.split(',')[0]).toBe(blob)
})
