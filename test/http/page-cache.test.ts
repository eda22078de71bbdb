import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPage, createPageCache } from '../../src/http/page-cache.ts'
import type { ReadHeader } from '../../src/http/request-info.ts'

/** Digits of sixteen kinds without a pattern: compressed, they take a bit more than half. */
const body = Buffer.from(
  Array.from({ length: 200 }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  ).join(''),
)
const plain: ReadHeader = () => undefined
const gzip: ReadHeader = (name) => (name === 'accept-encoding' ? 'gzip' : undefined)

/** The keys of those of four pages that are left in the room of three and a half bodies. */
function left(header: ReadHeader): string[] {
  const pages = createPageCache({ maxBytes: Math.floor(3.5 * body.length) })
  const keys = ['a', 'b', 'c', 'd']
  for (const key of keys) pages.add(key, createPage(body, {}), header)
  return keys.filter((key) => pages.get(key, header) !== undefined)
}

test('the pages asked for longest ago go when there is no room for another', () => {
  expect(left(plain)).toEqual(['b', 'c', 'd'])
})

test('a compressed copy takes room like the page it is of', () => {
  expect(left(gzip)).toEqual(['c', 'd'])
})

test('a copy that is made later takes room, too', () => {
  const pages = createPageCache({ maxBytes: Math.floor(2.2 * body.length) })
  for (const key of ['a', 'b']) pages.add(key, createPage(body, {}), plain)
  expect(pages.get('b', gzip)?.headers['Content-Encoding']).toBe('gzip')
  expect(pages.get('a', plain)).toBe(undefined)
  expect(pages.get('b', plain)?.body).toBe(body)
})

test('a page that may soon be another is not kept', () => {
  const pages = createPageCache({ maxBytes: 1 << 20 })
  expect(pages.add('a', createPage(body, {}, true), plain).body).toBe(body)
  expect(pages.get('a', plain)).toBe(undefined)
})
