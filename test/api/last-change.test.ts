import { expect, onTestFinished, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, extendHistory } from '../support/history.ts'

const files = (cs: string, more = {}) => ({
  'l/en.json': '{"a":"A"}',
  'l/cs.json': JSON.stringify({ a: cs }),
  ...more,
})

async function serve(path: string): Promise<TestServer> {
  const component = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
  const own = { slug: 'c', name: 'C', repo: path, branch: 'main', ...component }
  const server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', components: [own] },
  ])
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

test.each(['/api/translations/p/c/cs/file/', '/exports/rss/p/'])(
  'a commit with an earlier time changes what %s answers those who know the time before',
  async (path) => {
    const history = await createHistory([
      { name: 'first', files: files('Á') },
      { name: 'newer', day: 9, files: files('Áá') },
    ])
    const { app, catalog } = await serve(history.path)
    const { headers } = await app.request(path)
    const since = headers.get('Last-Modified') ?? ''
    await extendHistory(history, [{ name: 'older', day: 8, files: files('Ááá') }])
    await catalog.refresh()
    const again = await app.request(path, { headers: { 'If-Modified-Since': since } })
    expect([since, again.status]).toEqual(['Wed, 10 Jan 2024 00:00:00 GMT', 200])
  },
)
