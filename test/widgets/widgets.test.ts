import { expect, onTestFinished, test } from 'vitest'
import { translatedBadge } from '../../src/widgets/badge.tsx'
import { drawMulti } from '../../src/widgets/bars.tsx'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { useDemo } from '../support/use-demo.ts'
import { textOf } from '../support/web.ts'

const demo = useDemo()

/** Status, type and accessible label of a badge; its size if it has no label. */
async function labelAt(path: string): Promise<unknown[]> {
  const response = await demo.app.request(path)
  const text = await response.text()
  const label = /^<svg [^>]*(?:aria-label="([^"]*)"|width="(\d+)" height="(\d+)")/.exec(text)
  return [response.status, response.headers.get('Content-Type'), label?.slice(1).join('') ?? '']
}

const SVG = 'image/svg+xml; charset=utf-8'

test.each([
  ['/widget/tidewatch/svg-badge.svg', 'translated 70%'],
  ['/widget/tidewatch/svg-badge.svg?ref=v1.0.0', 'translated 87%'],
  ['/widget/tidewatch/web/svg-badge.svg', 'translated 69%'],
  ['/widget/tidewatch/-/cs/svg-badge.svg', 'translated 100%'],
  ['/widget/tidewatch/web/pl/svg-badge.svg', 'translated 52%'],
  ['/widget/-/-/cs/svg-badge.svg', 'translated 100%'],
  ['/widget/-/-/-/language-badge.svg', 'languages 16'],
  ['/widget/tidewatch/language-badge.svg?threshold=90', 'languages 3'],
  ['/widget/tidewatch/language-badge.svg?threshold=x', 'languages 16'],
  ['/widget/tidewatch/language-badge.svg?threshold=90%25', 'languages 16'],
  ['/widget/-/-/cs/language-badge.svg', 'language 1'],
  ['/widget/tidewatch/web/cs/287x66-grey.svg', '38 strings, 1 language, 100% translated'],
  ['/widget/tidewatch/88x31-black.svg', '70% translated'],
  ['/widget/tidewatch/svg-badge.svg?capitalize=1', 'Translated 70%'],
  ['/widget/tidewatch/svg-badge.svg?capitalize=0', 'translated 70%'],
  ['/widget/tidewatch/svg-badge.svg?capitalize=true', 'translated 70%'],
  ['/widget/tidewatch/language-badge.svg?capitalize=1', 'languages 16'],
  ['/widget/tidewatch/matrix-auto.svg', '80778'],
  ['/widget/tidewatch/web/cs/matrix-auto.svg', '11232'],
])('%s says %s', async (path, label) => {
  expect(await labelAt(path)).toEqual([200, SVG, label])
})

test.each([
  ['/widgets/tidewatch/-/svg-badge.svg', '/widget/tidewatch/svg-badge.svg'],
  ['/widgets/tidewatch/cs/shields-badge.svg', '/widget/tidewatch/-/cs/svg-badge.svg'],
  ['/widgets/tidewatch/-/web/multi-auto.svg', '/widget/tidewatch/web/multi-auto.svg'],
  ['/widgets/tidewatch/cs/web/svg-badge.svg', '/widget/tidewatch/web/cs/svg-badge.svg'],
  ['/widget/tidewatch/multi-nope.svg', '/widget/tidewatch/multi-auto.svg'],
  ['/widget/tidewatch/matrix-nope.svg', '/widget/tidewatch/matrix-auto.svg'],
  ['/widget/tidewatch/matrix-auto.png', '/widget/tidewatch/matrix-auto.svg'],
  ['/widget/tidewatch/multi-red.png', '/widget/tidewatch/multi-red.svg'],
  ['/widget/tidewatch/shields-badge.svg', '/widget/tidewatch/svg-badge.svg'],
  ['/widget/tidewatch/status-badge.svg', '/widget/tidewatch/svg-badge.svg'],
  ['/exports/og.svg', '/widget/-/-/-/open-graph.svg'],
])('%s is the same as %s', async (old, path) => {
  const [former, current] = await Promise.all([old, path].map((each) => demo.app.request(each)))
  expect([former?.status, await former?.text()]).toEqual([200, await current?.text()])
})

test.each([
  '/widget/tidewatch/cs/matrix-auto.svg',
  '/widget/tidewatch/svg.svg',
  '/widget/tidewatch/svg-badge.gif',
  '/widget/tidewatch/multi-auto.json',
  '/widget/nope/svg-badge.svg',
  '/widget/tidewatch/nope/svg-badge.svg',
  '/widget/tidewatch/web/xx/svg-badge.svg',
  '/widget/svg-badge.svg/',
])('%s is not found', async (path) => {
  expect((await demo.app.request(path)).status).toBe(404)
})

test('a badge is cached for an hour, or forever at a commit', async () => {
  const commit = demo.catalog.current().projects[0]?.components[0]?.commit?.oid
  const path = '/widget/tidewatch/svg-badge.svg'
  const responses = await Promise.all(
    [path, `${path}?ref=${commit}`].map((each) => demo.app.request(each)),
  )
  expect(responses.map(({ headers }) => headers.get('Cache-Control'))).toEqual([
    'public, max-age=3600',
    'public, max-age=31536000, immutable',
  ])
})

test.each([
  [74.9, '74%', '#e05d44', 33],
  [75, '75%', '#dfb317', 33],
  [89.9, '89%', '#dfb317', 33],
  [90, '90%', '#4c1', 33],
  [99.9, '99%', '#4c1', 33],
  [100, '100%', '#4c1', 39],
  [0.1, '0%', '#e05d44', 27],
])('%d %% is %s in %s, %d pixels wide', (percent, value, color, width) => {
  const badge = translatedBadge({ percent })
  expect(badge).toEqual({ label: 'translated', value, color, widths: [70, width] })
})

test('bars have a title and links to pages, and leave out untranslated languages', () => {
  const languages = [
    { name: 'Czech', percent: 50.9, translated: 1, page: 'projects/p/-/cs/' },
    { name: 'Dutch', percent: 0, translated: 0, page: 'projects/p/-/nl/' },
    { name: 'Klingon', percent: 100, translated: 0, page: 'projects/p/-/tlh/' },
  ]
  const facts = {
    name: 'P',
    percent: 25,
    strings: 2,
    isCounted: true,
    errors: 0,
    languages,
    shares: [],
    commits: [],
    page: 'projects/p/',
  }
  const base = 'https://example.org/l10n/'
  expect(String(drawMulti(facts, { color: 'auto', base }))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="30" xml:lang="en" ' +
      'font-family="DejaVu Sans,Verdana,Geneva,sans-serif" font-size="11" fill="#808080">' +
      '<title>P: translated, by language</title>' +
      '<a href="https://example.org/l10n/projects/p/-/cs/">' +
      '<text x="190" y="20" text-anchor="end" id="text20">Czech</text>' +
      '<text x="360" y="20" id="percent20">50%</text>' +
      '<rect fill="#38f" id="rect20" width="76" height="6" x="200" rx="2" y="14"></rect></a></svg>',
  )
})

test.each(['multi', 'horizontal', 'matrix'])('links of %s keep the ref', async (name) => {
  const svg = await (await demo.app.request(`/widget/tidewatch/${name}-auto.svg?ref=v1.0.0`)).text()
  const links = [...svg.matchAll(/<a href="([^"]*)"/g)].map(([, link = '']) => link)
  expect(
    links.filter((link) => !/\/projects\/tidewatch\/-\/\w+\/\?ref=v1\.0\.0$/.test(link)),
  ).toEqual([])
  expect(links.length).toBeGreaterThan(5)
})

test('a badge for shields.io has its label, value and color as JSON', async () => {
  const response = await demo.app.request('/widget/tidewatch/language-badge.json?threshold=50')
  const { headers } = response
  expect(headers.get('Content-Type')).toBe('application/json')
  expect(await response.json()).toEqual({
    schemaVersion: 1,
    label: 'languages',
    message: '12',
    color: '#3fed48',
  })
})

test.each([
  ['/widget/tidewatch/287x66-white.png', 287, 66],
  ['/widget/tidewatch/88x31-grey.png', 88, 31],
  ['/widget/tidewatch/status-badge.png', 103, 20],
  ['/widget/tidewatch/open-graph.png', 1200, 630],
  ['/exports/og.png', 1200, 630],
])('%s is a PNG of %d by %d pixels', async (path, width, height) => {
  const response = await demo.app.request(path)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height])
})

test('glossaries do not count, and names are escaped', async () => {
  const { path: repo } = await createRepository([
    {
      'web/en.json': '{"a": "A", "b": "B"}',
      'web/cs.json': '{"a": "Á"}',
      'terms/en.json': '{"c": "C"}',
      'terms/cs.json': '{"c": "Ć"}',
    },
  ])
  const component = (slug: string, more: object) => ({
    ...{ slug, name: slug, repo, file_format: 'json', filemask: `${slug}/*.json` },
    ...{ template: `${slug}/en.json`, ...more },
  })
  const name = '"><script>alert(1)</script>\u0001'
  const components = [component('web', {}), component('terms', { is_glossary: true })]
  const server = await serveProjects([{ slug: 'p', name, web: 'https://p.example', components }])
  const texts = await Promise.all(
    ['svg-badge.svg', 'open-graph.svg'].map(async (file) =>
      (await server.app.request(`/widget/p/${file}`)).text(),
    ),
  )
  await server.catalog.close()
  expect(texts[0]).toContain('<title>translated 75%</title>')
  expect(texts[1]).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</text>')
  expect(texts[1]).toContain('2 strings, 2 languages')
})

test('badges and pages show the numbers of a glossary if there is nothing else', async () => {
  const { path: repo } = await createRepository([
    {
      'web/en.json': '{"a": "A"}',
      'terms/en.json': '{"c": "C", "d": "D"}',
      'terms/cs.json': '{"c": "Ć"}',
    },
  ])
  const terms = jsonComponent('terms', 'terms', { repo, is_glossary: true })
  const components = [jsonComponent('web', 'web', { repo }), terms]
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(catalog.close)
  for (const [place, share, strings] of [
    ['p/terms', '75', 2],
    ['p/terms/cs', '50', 2],
    ['p/-/cs', '50', 2],
  ] as const) {
    expect(await textOf(app, `/projects/${place}/`)).toContain(`${share}.0 % translated`)
    for (const badge of ['svg', 'translated']) {
      const response = await app.request(`/widget/${place}/${badge}-badge.json`)
      expect(await response.json()).toMatchObject({ message: expect.stringMatching(`^${share}`) })
    }
    const figures = await (await app.request(`/widget/${place}/287x66-grey.svg`)).text()
    expect(figures).toContain(`aria-label="${strings} string`)
  }
})

test('a matrix has a cell per language, filled by its translated share', async () => {
  const svg = await (await demo.app.request('/widget/tidewatch/matrix-auto.svg')).text()
  const cells = [...svg.matchAll(/<a href="([^"]*)"><title>([^<]*)<\/title>/g)].map((cell) =>
    cell.slice(1),
  )
  expect(cells.length).toBe(16)
  expect(cells.slice(0, 3)).toEqual([
    ['http://localhost/projects/tidewatch/-/ar/', 'Arabic: 48%'],
    ['http://localhost/projects/tidewatch/-/zh_Hans/', 'Chinese (Simplified Han script): 80%'],
    ['http://localhost/projects/tidewatch/-/cs/', 'Czech: 100%'],
  ])
  const fills = [...svg.matchAll(/ width="(\d+)" fill="(#[0-9a-f]+)" fill-opacity/g)]
  expect(fills.slice(0, 3).map((fill) => fill.slice(1))).toEqual([
    ['63', '#cc3d20'],
    ['105', '#1565c0'],
    ['130', '#158068'],
  ])
  expect(svg).toContain('>Chinese (Simplified Ha...</text>')
  const red = await (await demo.app.request('/widget/tidewatch/matrix-red.svg')).text()
  expect(red).toBe(svg.replaceAll(/#cc3d20|#1565c0|#158068/g, '#fa3939'))
})

test('a matrix leaves out untranslated languages', async () => {
  const svg = await (await demo.app.request('/widget/tidewatch/web/matrix-auto.svg')).text()
  const titles = [...svg.matchAll(/<title>([^<]*): \d+%<\/title>/g)].map(([, name]) => name)
  expect(titles).toEqual([
    ...['Arabic', 'Chinese (Simplified Han script)', 'Czech', 'Dutch', 'English'],
    ...['English (United Kingdom)', 'Finnish', 'French', 'German', 'Italian', 'Japanese'],
    ...['Polish', 'Portuguese (Brazil)', 'Russian', 'Spanish'],
  ])
})
