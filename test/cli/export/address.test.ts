import { expect, test } from 'vitest'
import { relativePath, rewritePage, rewriteXml, targetOf } from '../../../src/cli/export/crawl.ts'

const REFS = ['v1.0.0', 'release/1.x']
const fileAt = (address: string) => targetOf(new URL(address, 'http://localhost'), REFS)?.file

test.each([
  ['/', 'index.html'],
  ['/projects/p/-/pt_BR/', 'projects/p/-/pt_BR/index.html'],
  ['/translate/p/c/cs/?offset=100', 'translate/p/c/cs/offset-100/index.html'],
  ['/projects/p/?ref=v1.0.0', 'at/v1.0.0/projects/p/index.html'],
  ['/?ref=release/1.x', 'at/release~1.x/index.html'],
  ['/widget/p/svg-badge.svg?ref=v1.0.0', 'at/v1.0.0/widget/p/svg-badge.svg'],
  ['/api/projects/p/', 'api/projects/p.json'],
  ['/api/users/jan.json/', 'api/users/jan.json.json'],
  ['/exports/rss/', 'exports/rss.xml'],
  ['/exports/atom/p/c/', 'exports/atom/p/c.xml'],
  ['/static/gitglot.0.css', 'static/gitglot.0.css'],
  ['/languages/zh%40x/', 'languages/zh@x/index.html'],
])('%s is exported to %s', (address, file) => {
  expect(fileAt(address)).toBe(file)
})

test.each([
  '/projects/p/?ref=main',
  '/translate/p/c/cs/?checksum=0123456789abcdef',
  '/translate/p/c/cs/?offset=100&q=has:check',
  '/download/p/',
  '/search/p/?q=x',
  '/compare/p/',
  '/api/docs/',
  '/api/users/jan.json/statistics/',
  '/api/translations/p/c/cs/file/',
  '/api/projects/p/file/',
  '/languages/a%2F..%2Fb/',
  '/languages/%2e%2e%2fx/',
])('%s is not exported', (address) => {
  expect(fileAt(address)).toBe(undefined)
})

test.each([
  ['', '', './'],
  ['', 'projects/p/', './projects/p/'],
  ['projects/p/', '', '../../'],
  ['projects/p/', 'projects/p/c/', './c/'],
  ['projects/p/', 'projects/q/', '../q/'],
  ['projects/p/', 'static/x.css', '../../static/x.css'],
  ['a/b/c/', 'a/b/c/', './'],
])('the relative path from %j to %j is %s', (from, to, way) => {
  expect(relativePath(from, to)).toBe(way)
})

test('links to pages become links to files or plain text; other links stay; forms are removed', () => {
  const html =
    '<link rel="stylesheet" href="../../static/x.css"/><a class="c" href="../q/?ref=v1.0.0#h">q</a>' +
    '<a href="../../search/?q=a&amp;b">s</a><a href="#main">m</a><a href="https://example.com/">e</a>' +
    '<form action="../../find/"><input name="q"/></form>' +
    '<meta property="og:image" content="https://example.org/l10n/widget/p/open-graph.png?ref=v1.0.0"/>' +
    '<pre>&lt;a href="x"&gt;</pre>'
  const options = {
    url: new URL('http://localhost/projects/p/'),
    origin: 'https://example.org/l10n',
    targetOf: (url: URL) => targetOf(url, REFS),
  }
  expect(rewritePage(html, { ...options, path: 'projects/p/' })).toBe(
    '<link rel="stylesheet" href="../../static/x.css"/><a class="c" href="../../at/v1.0.0/projects/q/#h">q</a>' +
      '<a>s</a><a href="#main">m</a><a href="https://example.com/">e</a>' +
      '<meta property="og:image" content="https://example.org/l10n/at/v1.0.0/widget/p/open-graph.png"/>' +
      '<pre>&lt;a href="x"&gt;</pre>',
  )
  expect(rewritePage('<a href="../q/">q</a>', { ...options, path: undefined })).toBe(
    '<a href="/l10n/projects/q/">q</a>',
  )
})

test.each([
  ['<loc>https://example.org/l10n/sitemap-project.xml</loc>', 'sitemap-project.xml'],
  [
    '<link>https://example.org/l10n/projects/p/?ref=release/1.x</link>',
    'at/release~1.x/projects/p/',
  ],
  [
    '<a href="https://example.org/l10n/projects/p/-/a&amp;b/?ref=v1.0.0">',
    'at/v1.0.0/projects/p/-/a&amp;b/',
  ],
  ['<a href="https://example.org/l10n/projects/p/?ref=0123abc">', 'at/v1.0.0/projects/p/'],
  [
    '<link href="https://example.org/l10n/translate/p/c/cs/?checksum=0123&amp;ref=v1.0.0"/>',
    'at/v1.0.0/translate/p/c/cs/',
  ],
  [
    '<link href="https://example.org/l10n/compare/p/?base=0123abc&amp;head=4567def"/>',
    'at/v1.0.0/commits/p/',
  ],
])('in a feed, a sitemap or a picture %s becomes a link to %s', (xml, path) => {
  const options = {
    url: new URL('http://localhost/exports/atom/?ref=v1.0.0'),
    origin: 'https://example.org/l10n',
    targetOf: (url: URL) => targetOf(url, REFS),
  }
  const site = 'https://example.org/l10n/'
  expect(rewriteXml(xml, options)).toBe(xml.replace(/https:[^"<]*/, site + path))
})

test.each([
  '<id>https://example.org/l10n/exports/atom/#0123abc</id>',
  '<loc>https://example.com/sitemap-project.xml</loc>',
  '<link href="https://example.org/l10n/download/p/"/>',
])('in a feed, a sitemap or a picture %s stays', (xml) => {
  const origin = 'https://example.org/l10n'
  const options = {
    origin,
    url: new URL('http://localhost/exports/atom/'),
    targetOf: () => undefined,
  }
  expect(rewriteXml(xml, options)).toBe(xml)
})
