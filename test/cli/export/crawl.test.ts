import { expect, test } from 'vitest'
import { crawl } from '../../../src/cli/export/crawl.ts'

test('a PNG that cannot be rendered is omitted without an error', async () => {
  const responses: Record<string, Response> = {
    '/': new Response('<img src="widget/p/287x66-grey.png">', {
      headers: { 'Content-Type': 'text/html' },
    }),
    '/404.html': new Response('none', { headers: { 'Content-Type': 'text/html' } }),
    '/widget/p/287x66-grey.png': new Response(null, { status: 302 }),
  }
  const asked: string[] = []
  const app = {
    request: async (path: string) => {
      asked.push(path)
      return (responses[path] ?? new Response(null, { status: 404 })).clone()
    },
  }
  const files: string[] = []
  const options = { app, origin: 'http://localhost', refs: [], paths: ['/'] }
  const failed = await crawl({ ...options, write: (file) => files.push(file) })
  expect(failed).toEqual([])
  expect(asked).toContain('/widget/p/287x66-grey.png')
  expect(files).toEqual(['index.html', '404.html'])
})
