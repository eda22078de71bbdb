import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPage, createPageCache } from '../../src/http/page-cache.ts'
import type { ReadHeader } from '../../src/http/request-info.ts'

/** Random hex digits, which compress to a bit more than half. */
const body = Buffer.from(
  Array.from({ length: 200 }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  ).join(''),
)
const plain: ReadHeader = () => undefined
const gzip: ReadHeader = (name) => (name === 'accept-encoding' ? 'gzip' : undefined)

/** Keys of the pages still cached after adding four, with room for three and a half. */
async function left(header: ReadHeader): Promise<string[]> {
  const pages = createPageCache({ maxBytes: Math.floor(3.5 * body.length) })
  const keys = ['a', 'b', 'c', 'd']
  for (const key of keys) pages.add(key, await createPage(body, {}), header)
  return keys.filter((key) => pages.get(key, header) !== undefined)
}

test('the oldest page is evicted when another one does not fit', async () => {
  expect(await left(plain)).toEqual(['b', 'c', 'd'])
})

test('a compressed copy counts towards the limit', async () => {
  expect(await left(gzip)).toEqual(['c', 'd'])
})

test('a copy that is compressed later counts towards the limit, too', async () => {
  const pages = createPageCache({ maxBytes: Math.floor(2.2 * body.length) })
  for (const key of ['a', 'b']) pages.add(key, await createPage(body, {}), plain)
  expect(pages.get('b', gzip)?.headers['Content-Encoding']).toBe('gzip')
  expect(pages.get('a', plain)).toBe(undefined)
  expect(pages.get('b', plain)?.body).toBe(body)
})

test('a page that may soon change is not cached', async () => {
  const pages = createPageCache({ maxBytes: 1 << 20 })
  expect((await pages.add('a', await createPage(body, {}, true), plain)).body).toBe(body)
  expect(pages.get('a', plain)).toBe(undefined)
})

test('a large page is compressed asynchronously, once for all requests, and then cached', async () => {
  const pages = createPageCache({ maxBytes: 1 << 20 })
  const large = Buffer.concat(Array(20).fill(body))
  pages.add('a', await createPage(large, {}), plain)
  expect(pages.get('a', gzip)).toBe(undefined)
  const [first, second] = [pages.find('a', gzip), pages.find('a', gzip)]
  expect(first).toBe(second)
  expect(gunzipSync((await first)?.body ?? '')).toEqual(large)
  expect(pages.get('a', gzip)).toBe(await first)
})
