import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemo } from '../support/demo.ts'
import { addressesIn } from '../support/web.ts'

/** What makes endlessly many pages of one. */
const VARIED = /[?&](?:page|page_size|ref|format|offset|sort_by|base|head|q)=/
/** There are thousands of these, and each is like the others: one of so many is opened. */
const MANY = /checksum=|\/api\/(?:units|changes)\/|\/file\//
const ONE_OF = 60

let demo: Awaited<ReturnType<typeof openDemo>>

beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.catalog.close())

async function linksOf(address: string): Promise<{ status: number; links: string[] }> {
  const response = await demo.app.request(address)
  const { status } = response
  const type = response.headers.get('Content-Type') ?? ''
  const text = /html|json/.test(type) ? await response.text() : ''
  const found = type.includes('html')
    ? addressesIn(text)
    : [...text.matchAll(/"(http:\/\/localhost\/[^"\\]*)"/g)].map(([, link = '']) => link)
  const urls = found.map((link) => new URL(link, `http://localhost${address}`))
  const own = urls.filter(({ host }) => host === 'localhost')
  return { status, links: own.map(({ pathname, search }) => pathname + search) }
}

test('every address that pages and answers of the demo give opens', async () => {
  const seen = new Set(['/', '/api/'])
  const missing: string[] = []
  let many = 0
  const from = new Map<string, string>()
  // What is found on the way is opened too.
  for (const address of seen) {
    const { status, links } = await linksOf(address)
    if (status === 404 || status >= 500)
      missing.push(`${status} ${address}, which ${from.get(address)} has`)
    for (const link of links) {
      if (seen.has(link) || VARIED.test(link)) continue
      if (MANY.test(link) && many++ % ONE_OF !== 0) continue
      seen.add(link)
      from.set(link, address)
    }
  }
  expect(missing).toEqual([])
  expect(seen.size).toBeGreaterThan(500)
}, 120_000)
