import { expect, test } from 'vitest'
import { pageOf } from '../../src/mcp/page.ts'

const same = (text: string) => text

test('a page of long items is shorter, but has at least one', async () => {
  const long = Array.from({ length: 3 }, (_, index) => Array(15).fill(String(index).repeat(1000)))
  const describe = (texts: string[]) => texts
  expect(await pageOf(long, {}, describe)).toMatchObject({ items: [long[0], long[1]], next: 2 })
  const huge = [Array(50).fill('x'.repeat(1000)), ['y']]
  expect(await pageOf(huge, {}, describe)).toStrictEqual({ total: 2, items: [huge[0]], next: 1 })
})

test('long texts are cut and followed by their length', async () => {
  const { items } = await pageOf(['x'.repeat(3000)], {}, same)
  expect(items).toStrictEqual([`${'x'.repeat(2000)}… (3000 characters)`])
})

test('long lists in items are cut and followed by their length', async () => {
  const languages = Array<string>(5000).fill('de')
  const { items } = await pageOf([{ languages }], {}, (one) => one)
  expect(items).toStrictEqual([{ languages: [...Array(100).fill('de'), '… (5000 in all)'] }])
})

test('a page beyond the end is empty', async () => {
  expect(await pageOf(['a'], { offset: 7 }, same)).toStrictEqual({
    total: 1,
    items: [],
    next: null,
  })
})
