import { expect, test } from 'vitest'
import { hasFeedparser, parseFeed } from '../support/feedparser.ts'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

test.skipIf(!hasFeedparser()).each([
  ['/exports/rss/', 'rss20', 'Recent changes on gitglot', '', 10],
  ['/exports/rss/tidewatch/', 'rss20', 'Recent changes in Tidewatch', 'projects/tidewatch/', 10],
  [
    '/exports/rss/tidewatch/web/cs/',
    'rss20',
    'Recent changes in Tidewatch/Web site — Czech',
    'projects/tidewatch/web/cs/',
    10,
  ],
  ['/exports/rss/language/cs/', 'rss20', 'Recent changes in Czech', 'languages/cs/', 10],
  ['/exports/atom/', 'atom10', 'Recent changes on gitglot', '', 13],
  [
    '/exports/atom/tidewatch/?base=v1.0.0&action=30',
    'atom10',
    'Recent changes in Tidewatch',
    'projects/tidewatch/',
    2,
  ],
])('feedparser finds nothing wrong in %s', async (path, version, title, page, count) => {
  const feed = parseFeed(await (await demo.app.request(path)).text())
  const { fault, entries } = feed
  expect([fault, feed.version, feed.title, feed.link]).toEqual([
    '',
    version,
    title,
    `http://localhost/${page}`,
  ])
  expect(entries).toHaveLength(count)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(count)
  // What fails newly has no author.
  expect(entries.flatMap(({ author: _, ...entry }) => Object.values(entry))).not.toContain(null)
})
