import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { knowUnitTimes, openDemo } from '../support/demo.ts'

let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
  await knowUnitTimes(demo)
})
afterAll(() => demo.catalog.close())

async function textOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await demo.app.request(path, { headers })
  return response.text()
}

/** The page once it is complete, and so cached. */
function stableText(path: string): Promise<string> {
  return vi.waitFor(async () => {
    const response = await demo.app.request(path)
    const isKept = response.headers.get('Cache-Control') !== 'no-store'
    expect([response.status, isKept]).toEqual([200, true])
    return response.text()
  }, 20_000)
}

/** Bytes of all cached pages, from `/metrics`. */
async function cachedBytes(): Promise<string | undefined> {
  const metrics = await textOf('/metrics')
  return metrics.split('\n').find((line) => /\{part="pages"\}/.test(line))
}

test.each([
  '/projects/tidewatch/',
  '/translate/tidewatch/web/cs/?q=state:empty&offset=2',
  '/api/projects/',
  '/api/translations/tidewatch/web/cs/units/?page=2&page_size=5&format=json',
  '/api/translations/tidewatch/web/cs/file/',
  '/widget/tidewatch/svg-badge.svg?threshold=3',
  '/exports/rss/tidewatch/?action=5',
  '/sitemap-project.xml?p=1',
  '/download/tidewatch/web/cs/',
])('%s is one page in the cache, whatever unknown parameters it has', async (path) => {
  const first = await stableText(path)
  const bytes = await cachedBytes()
  const end = path.includes('?') ? '&' : '?'
  const others = [
    ...['utm_source=a', 'x', '=', '&&&', 'Q=1', 'q%00=1', '__proto__=1', 'p%C3%A9=1', '%zz=%ff'],
    ...Array.from({ length: 20 }, (_, index) => `cb=${index}`),
  ]
  for (const other of others) {
    expect([other, (await textOf(`${path}${end}${other}`)) === first]).toEqual([other, true])
  }
  expect(await cachedBytes()).toBe(bytes)
})

test('the last value of a repeated parameter counts, and is one page in the cache', async () => {
  const path = '/api/projects/tidewatch/languages/'
  const first = await textOf(`${path}?format=json`)
  const bytes = await cachedBytes()
  expect(await textOf(`${path}?format=api&format=csv&format=json`)).toBe(first)
  expect(await cachedBytes()).toBe(bytes)
})

test('a list of changes combines all its action parameters', async () => {
  const countOf = async (query: string): Promise<number> =>
    JSON.parse(await textOf(`/api/changes/?${query}`)).count
  const [added, changed] = [await countOf('action=5'), await countOf('action=2')]
  expect(await countOf('action=5&action=2')).toBe(added + changed)
})

test('a page is cached once for all browsers, whatever types they accept', async () => {
  await textOf('/projects/tidewatch/', { Accept: 'text/html' })
  const bytes = await cachedBytes()
  await textOf('/projects/tidewatch/', { Accept: 'text/html,application/xhtml+xml;q=0.9' })
  expect(await cachedBytes()).toBe(bytes)
})

test('every parameter that pages read, or have in forms, is listed as known', () => {
  const web = join(import.meta.dirname, '../../src/web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(web, file), 'utf8'))
  const [, list = ''] = /const PARAMETERS = \[(.*?)\n\]/s.exec(sources.join('\n')) ?? []
  const documented = new Set([
    'ref',
    'p',
    ...[...list.matchAll(/'(\w+)'/g)].map(([, name]) => name),
  ])
  const used = sources.flatMap((text) =>
    [
      ...text.matchAll(/(?:query|asked)\.(?:get|has|getAll)\('(\w+)'\)/g),
      ...text.matchAll(/<(?:input|select)[^>]* name="(\w+)"/gs),
    ].map(([, name]) => name),
  )
  expect([used.length > 20, used.filter((name) => !documented.has(name ?? ''))]).toEqual([true, []])
})
