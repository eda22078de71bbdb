import { expect, test } from 'vitest'
import { serveJson } from '../support/catalog.ts'
import { createHistory, extendHistory, type Step } from '../support/history.ts'

const files = (cs: string, more = {}) => ({
  'l/en.json': '{"a":"A"}',
  'l/cs.json': JSON.stringify({ a: cs }),
  ...more,
})

test.each(['/api/translations/p/c/cs/file/', '/exports/rss/p/'])(
  'a commit with an earlier time changes what %s answers those who know the time before',
  async (path) => {
    const history = await createHistory([
      { name: 'first', files: files('Á') },
      { name: 'newer', day: 9, files: files('Áá') },
    ])
    const { app, catalog } = await serveJson(history.path)
    const { headers } = await app.request(path)
    const since = headers.get('Last-Modified') ?? ''
    await extendHistory(history, [{ name: 'older', day: 8, files: files('Ááá') }])
    await catalog.refresh()
    const again = await app.request(path, { headers: { 'If-Modified-Since': since } })
    expect([since, again.status]).toEqual(['Wed, 10 Jan 2024 00:00:00 GMT', 200])
  },
)

const merged: readonly Step[] = [
  { name: 'first', files: files('Á') },
  { name: 'side', author: 'Grace Example', files: files('Áá') },
  { name: 'main', parents: ['first'], files: files('Á', { readme: 'x' }) },
  { name: 'merge', parents: ['main', 'side'], files: files('Áá', { readme: 'x' }) },
  { name: 'later', files: files('Áá', { readme: 'y' }) },
]

test.each([
  ['at once', 5],
  ['after the commits before the merge', 3],
])(
  'a merge is the last change of a translation, by the author of the merged commit: read %s',
  async (_, count) => {
    const history = await createHistory(merged.slice(0, count))
    const { get, catalog } = await serveJson(history.path)
    await extendHistory(history, merged.slice(count))
    await catalog.refresh()
    const { last_change, last_author } = await get('/api/translations/p/c/cs/')
    const { results } = await get<{ results: { timestamp: string }[] }>(
      '/api/translations/p/c/cs/changes/',
    )
    expect([last_change, last_author]).toEqual(['2024-01-04T00:00:00.000000Z', 'Grace Example'])
    expect(results[0]?.timestamp.slice(0, 19)).toBe('2024-01-04T00:00:00')
  },
)
