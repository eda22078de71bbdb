import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crawl } from '../../../src/cli/export/crawl.ts'
import { openSiteFolder } from '../../../src/cli/export/folder.ts'
import { createTemporaryFolder } from '../../support/git-repository.ts'
import { useDemo } from '../../support/use-demo.ts'

const demo = useDemo()

/** Paths in the site that a page, feed or picture links to. */
function linksOf(file: string, html: string): string[] {
  const page = new URL(file, 'http://site/')
  const link = /<(?:a|link|img|script)\b[^>]*? (?:href|src)="([^"]*)"|(?<=<link>|<loc>)[^<]*/g
  return [...html.matchAll(link)]
    .map(([whole, address = whole]) => new URL(address.replaceAll('&amp;', '&'), page))
    .filter(({ origin }) => origin === 'http://site' || origin === 'http://localhost')
    .map(({ pathname, search }) => decodeURIComponent(pathname.slice(1)) + search)
}

test('every link in exported pages, feeds and pictures leads to a file', async () => {
  const folder = createTemporaryFolder()
  const site = openSiteFolder(folder)
  const paths = ['/', '/sitemap.xml', '/exports/rss/?ref=v1.0.0', '/widget/-/-/-/matrix-auto.svg']
  const options = { app: demo.app, origin: 'http://localhost', refs: ['v1.0.0'], paths }
  const missing = await crawl({ ...options, write: site.write })
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const pages = [...files].filter((file) => /\.(?:html|xml|svg)$/.test(file))
  const isThere = (path: string) =>
    files.has(path === '' || path.endsWith('/') ? `${path}index.html` : path)
  const dead = pages.flatMap((page) =>
    linksOf(page, readFileSync(join(folder, page), 'utf8')).filter((path) => !isThere(path)),
  )
  expect(new Set(dead)).toEqual(new Set())
  expect(missing.filter(({ status }) => status !== 404)).toEqual([])
  expect([...files]).toEqual(
    expect.arrayContaining([
      '404.html',
      'index.html',
      'projects/tidewatch/index.html',
      'at/v1.0.0/projects/tidewatch/index.html',
      'exports/rss.xml',
      'api/statistics.json',
      'widget/-/-/-/open-graph.png',
    ]),
  )
})
