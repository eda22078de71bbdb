import { expect, test } from 'vitest'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

test('robots may crawl pages and badges, but no searches', async () => {
  const response = await demo.app.request('/robots.txt')
  expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    'text/plain',
    'public, max-age=86400',
  ])
  expect(await response.text()).toBe(
    `User-agent: *
Allow: /engage/
Allow: /projects/
Allow: /languages/
Allow: /widget/
Allow: /exports/
Allow: /static/
Allow: /$
Disallow: /
Sitemap: http://localhost/sitemap.xml
`,
  )
})

test('the sitemap lists the pages of projects, components, translations and languages', async () => {
  const index = await (await demo.app.request('/sitemap.xml')).text()
  const maps = [...index.matchAll(/<loc>http:\/\/localhost(.*?)<\/loc>/g)].map(([, path]) => path)
  expect(maps).toEqual(
    ['project', 'engage', 'engagelang', 'component', 'translation', 'pages'].map(
      (name) => `/sitemap-${name}.xml`,
    ),
  )
  const counts = await Promise.all(
    maps.map(async (path = '') => {
      const text = await (await demo.app.request(path)).text()
      return text.match(/<url>/g)?.length
    }),
  )
  expect(counts).toEqual([1, 1, 16, 5, 68, 3])
  const project = await (await demo.app.request('/sitemap-project.xml')).text()
  expect(project).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>http://localhost/projects/tidewatch/</loc><lastmod>2025-07-21</lastmod><priority>0.8</priority></url>
</urlset>`,
  )
})

test.each([
  ['/favicon.svg', 200, 'image/svg+xml; charset=utf-8'],
  ['/favicon.ico', 301, null],
  ['/sitemap-project.xml', 200, 'application/xml; charset=utf-8'],
  ['/sitemap-nope.xml', 404, null],
  ['/sitemap-project.xml?p=2', 404, null],
])('%s responds with %d', async (path, status, type) => {
  const response = await demo.app.request(path)
  const actualType = response.status === 404 ? null : response.headers.get('Content-Type')
  expect([response.status, actualType]).toEqual([status, type])
})
