import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'

const CZECH = '/api/translations/tidewatch/web/cs/units/'
let app: App
let catalog: Catalog

beforeAll(async () => {
  const demo = await openDemo()
  catalog = demo.catalog
  // Without this, the times of units may arrive at any moment.
  app = createApp({ ...demo, catalog: { ...catalog, wantTimes: async () => {} } })
})
afterAll(() => catalog.close())

interface List {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { id: number; context: string; position: number }[]
}

async function get(path: string): Promise<{ status: number; json: unknown; headers: Headers }> {
  const response = await app.request(path, { headers: { Accept: 'application/json' } })
  return { status: response.status, json: await response.json(), headers: response.headers }
}

async function list(path: string): Promise<List> {
  const { json } = await get(path)
  return json as List
}

test('all units are listed once, in pages of 200, ordered by id', async () => {
  const ids: number[] = []
  const sizes: number[] = []
  for (let path: string | null = '/api/units/'; path !== null; ) {
    const page: List = await list(path)
    ids.push(...page.results.map(({ id }) => id))
    sizes.push(page.results.length)
    path = page.next === null ? null : page.next.replace('http://localhost', '')
  }
  expect([sizes[0], ids.length]).toEqual([200, 2462])
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
})

test('links to other pages repeat the query', async () => {
  const { next } = await list('/api/units/?q=language%3Acs+OR+tide&page_size=10')
  expect(next).toBe('http://localhost/api/units/?page=2&page_size=10&q=language%3Acs+OR+tide')
})

test('pages have 200 units by default, and more on request', async () => {
  const count = async (query: string) => (await list(`/api/units/?${query}`)).results.length
  expect([await count('q=tide'), await count('q=tide&page_size=20000')]).toEqual([200, 475])
})

test('results in a translation are in the order of its file', async () => {
  const { count, results } = await list(`${CZECH}?q=${encodeURIComponent('position:<4')}`)
  expect([count, results.map(({ position }) => position)]).toEqual([3, [1, 2, 3]])
})

test('an empty query matches all units', async () => {
  const counts = ['', '?q=', '?q=+'].map(async (query) => (await list(CZECH + query)).count)
  expect(await Promise.all(counts)).toEqual([38, 38, 38])
})

test('several units are found by their ids', async () => {
  const { results } = await list(`${CZECH}?page_size=3`)
  const ids = results.map(({ id }) => id)
  const units = await list(`/api/units/?q=id:${[...ids, 1].join(',')}`)
  expect(units.results.map(({ id }) => id)).toEqual(ids.sort((a, b) => a - b))
})

test.each([
  [
    '/api/units/',
    '(((',
    "Failed to parse the query string: Expected end of text, found '('  (at char 0), (line:1, col:1)",
  ],
  ['/api/units/', 'foo:bar', 'Unknown search field: foo'],
  [CZECH, 'is:x', 'Unsupported lookup for is: x'],
  [CZECH, 'a\0', 'Invalid query string.'],
])('a wrong query is a 400: %s?q=%s', async (path, query, reason) => {
  const { status, json } = await get(`${path}?q=${encodeURIComponent(query)}`)
  const detail = `Could not parse query string: ${reason}`
  expect([status, json]).toEqual([
    400,
    { type: 'validation_error', errors: [{ code: 'invalid', detail, attr: 'q' }] },
  ])
})

test('dates are those of the log even while lists show the time of the served commit', async () => {
  const [{ timestamp }] = (await list(`${CZECH}?page_size=1`)).results as never as [
    { timestamp: string },
  ]
  const count = async (query: string) =>
    (await list(`${CZECH}?q=${encodeURIComponent(query)}`)).count
  expect([
    await count(`added:${timestamp}`),
    await count(`added:<${timestamp}`),
    await count('change_action:string-added-in-the-repository'),
    await count('change_action:"Source string added"'),
  ]).toEqual([0, 38, 38, 0])
})
