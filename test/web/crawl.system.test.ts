import { expect, test } from 'vitest'
import { crawlSite } from '../support/crawl.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

test('every address in pages and API responses of the demo exists', async () => {
  const request = (url: string) => demo.app.request(url)
  const { count, missing } = await crawlSite({ root: 'http://localhost/', request })
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(500)
})
