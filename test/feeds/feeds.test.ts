import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

let server: TestServer
let commits: readonly string[]
let project: object

/** `web` in four commits; the last two make a check fail. */
beforeAll(async () => {
  const en = '{"a": "One", "b": "Two %s"}'
  const files = { 'en.json': en, 'cs.json': '{"a": "Jedna"}' }
  const repository = await createRepository([
    files,
    { ...files, 'cs.json': '{"a": "Jedna", "b": "Dvě %s"}' },
    { 'en.json': '{"a": "One", "b": "Two <%s>"}', 'cs.json': '{"a": "Jedna", "b": "Dvě %s"}' },
    { 'en.json': '{"a": "One", "b": "Two <%s>"}', 'cs.json': '{"a": "Jedna", "b": "Dvě"}' },
  ])
  commits = repository.commits
  const category = { slug: 'kind', name: 'Kind' }
  const component = {
    ...jsonComponent('web', '.', { repo: repository.path, category: 'kind' }),
    ...{ filemask: '*.json', template: 'en.json', check_flags: 'c-format' },
  }
  const name = 'A & B'
  project = {
    slug: 'p',
    name,
    web: 'https://p.example',
    categories: [category],
    components: [component],
  }
  server = await serveProjects([project])
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

async function textAt(path: string, { app }: Pick<TestServer, 'app'> = server): Promise<string> {
  return (await app.request(path)).text()
}

/** Texts of the elements with a name. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
    ([, text = '']) => text,
  )
}

test('an Atom feed has an entry per commit, with its subject and its effects by language', async () => {
  const text = await textAt('/exports/atom/p/kind/web/cs/')
  expect(textsOf(text, 'title')).toEqual([
    'Recent changes in A &amp; B/WEB — Czech',
    ...['Commit 4', 'Commit 3', 'Commit 2', 'Commit 1'],
  ])
  expect(textsOf(text, 'summary')).toEqual([
    'Czech: 1 reworded',
    'Czech: 1 outdated',
    'Czech: 1 translated',
    'Czech: 1 translated, 1 added',
  ])
})

test('an entry shows the changed texts as escaped HTML and links to the comparison', async () => {
  const text = await textAt('/exports/atom/p/')
  const [, base, head] = commits
  const differences =
    '<p>English: 1 reworded</p><p>Czech: 1 outdated</p><ul>' +
    '<li>String updated in the repository<b> b</b> (Czech): Dvě %s</li>' +
    '<li>Source string changed<b> b</b> (English)<del> Two %s</del><ins> Two &lt;%s&gt;</ins></li></ul>'
  const escaped = differences
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  expect(text.match(/<entry>.*?<\/entry>/g)?.[1]).toBe(
    `<entry><id>http://localhost/exports/atom/#${head}</id><title>Commit 3</title>` +
      '<updated>2024-01-03T00:00:00Z</updated>' +
      `<link rel="alternate" type="text/html" href="http://localhost/compare/p/?base=${base}&amp;head=${head}"/>` +
      '<author><name>Ada Example</name></author>' +
      `<summary>English: 1 reworded; Czech: 1 outdated</summary><content type="html">${escaped}</content></entry>`,
  )
})

test.each([
  ['', 'String updated in the repository'],
  ['"a": "-"', 'Source string changed'],
])('an entry has a changed source once if other languages have {%s}', async (text, title) => {
  const others = Object.fromEntries(
    ['cs', 'de', 'fr'].map((code) => [`l/${code}.json`, `{${text}}`]),
  )
  const { path } = await createRepository([
    { ...others, 'l/en.json': '{"a": "One"}' },
    { ...others, 'l/en.json': '{"a": "1"}' },
  ])
  const components = [jsonComponent('web', 'l', { repo: path })]
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const [content = ''] = textsOf(await textAt('/exports/atom/p/', { app }), 'content')
  const items = content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').split('<li>')
  expect(items.filter((item) => item.includes('English)'))).toEqual([
    expect.stringMatching(`^${title}<b> a</b> \\(English\\)<del> One</del><ins> 1</ins></li>`),
  ])
})

test('an entry about gettext files names strings by their texts', async () => {
  const po = (target: string) =>
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "${target}"\n`
  const { path } = await createRepository([{ 'cs.po': po('') }, { 'cs.po': po('Otevřít') }])
  const overrides = { repo: path, filemask: '*.po', template: '', file_format: 'po' }
  const component = jsonComponent('web', '.', overrides)
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [component] }])
  await catalog.complete
  const text = await textAt('/exports/atom/p/web/cs/', { app })
  await catalog.close()
  expect(textsOf(text, 'content')[0]).toBe(
    '&lt;p&gt;Czech: 1 translated&lt;/p&gt;&lt;ul&gt;&lt;li&gt;String updated in the repository' +
      '&lt;b&gt; Open&lt;/b&gt; (Czech)&lt;ins&gt; Otevřít&lt;/ins&gt;&lt;/li&gt;&lt;/ul&gt;',
  )
})

test('a commit that changes no text has an entry only if a filter includes it', async () => {
  const en = '{"a": "One"}'
  const { path } = await createRepository([
    { 'en.json': en, 'cs.json': '{"a": "Jedna"}' },
    { 'en.json': en, 'cs.json': '{"a":  "Jedna"}' },
    { 'en.json': en, 'cs.json': '{"a": "Jeden"}' },
  ])
  const component = { ...jsonComponent('web', '.', { repo: path }), filemask: '*.json' }
  const projects = [{ slug: 'p', name: 'P', components: [{ ...component, template: 'en.json' }] }]
  const { app, catalog } = await serveProjects(projects)
  onTestFinished(() => catalog.close())
  await catalog.complete
  const all = await textAt('/exports/atom/p/', { app })
  const fetched = await textAt('/exports/atom/p/?action=101', { app })
  expect([all, fetched].map((text) => textsOf(text, 'title').slice(1))).toEqual([
    ['Commit 3', 'Commit 1'],
    ['Commit 3', 'Commit 2'],
  ])
  expect(textsOf(fetched, 'content')).toEqual(['&lt;p&gt;Czech: 1 reworded&lt;/p&gt;', ''])
})

test('an RSS item has its title, link, description, author, date and id', async () => {
  const text = await textAt('/exports/rss/p/?action=30')
  const id = /changes\/(\d+)/.exec(text)?.[1]
  const link = /checksum=(\w+)/.exec(text)?.[0]
  const author = 'Ada Example'
  expect(/<item>.*<\/item>/.exec(text)?.[0]).toBe(
    `<item><title>Source string changed</title><link>http://localhost/translate/p/kind/web/cs/?${link}</link>` +
      `<description>Source string changed at 2024-01-03 00:00:00+00:00 on A &amp; B/WEB — Czech by ${author}</description>` +
      `<dc:creator>${author}</dc:creator><pubDate>Wed, 03 Jan 2024 00:00:00 +0000</pubDate>` +
      `<guid isPermaLink="true">http://localhost/api/changes/${id}/</guid></item>`,
  )
})

test('the feed of a unit has only its changes', async () => {
  const { results } = await server.get<{ results: { id: number; context: string }[] }>(
    '/api/translations/p/kind%252Fweb/cs/units/?format=json',
  )
  const id = results.find(({ context }) => context === 'a')?.id
  const text = await textAt(`/exports/atom/p/kind/web/cs/${id}/`)
  expect([textsOf(text, 'title').slice(1), textsOf(text, 'summary')]).toEqual([
    ['Commit 1'],
    ['String added in the repository'],
  ])
  expect((await server.app.request(`/exports/atom/p/kind/web/en/${id}/`)).status).toBe(404)
})

test('the feed of a unit has its changes even if its file has more than 1,000 units', async () => {
  const texts = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 'One']))
  const file = JSON.stringify(texts)
  const { path } = await createRepository([{ 'l/en.json': file, 'l/cs.json': file }])
  const components = [jsonComponent('web', 'l', { repo: path })]
  const { app, catalog, get } = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const { results } = await get<{ results: { id: number }[] }>('/api/units/?q=language:cs key:=k0')
  const text = await textAt(`/exports/rss/p/web/cs/${results[0]?.id}/`, { app })
  expect(textsOf(text, 'title').slice(1)).toEqual(['String added in the repository'])
})

test('links keep the ref, and no person is named if authors are hidden', async () => {
  const { app, catalog } = await serveProjects([project], { authors: false })
  await catalog.complete
  const text = await textAt(`/exports/rss/p/?ref=${commits[0]}`, { app })
  const atom = await textAt(`/exports/atom/p/?ref=${commits[0]}`, { app })
  await catalog.close()
  expect(text).toContain(`<link>http://localhost/projects/p/kind/web/cs/?ref=${commits[0]}</link>`)
  expect(atom).toContain(`href="http://localhost/commits/p/?ref=${commits[0]}"`)
  expect([text.includes('dc:creator'), / by /.test(text)]).toEqual([false, false])
})

test.each([
  ['/exports/rss/p/kind/', 404],
  ['/exports/rss/nope/', 404],
  ['/exports/rss/p/kind/web/cs/1/', 404],
  ['/exports/atom/?action=x', 400],
  ['/exports/atom/?timestamp_after=x', 400],
])('%s has status %d', async (path, status) => {
  expect((await server.app.request(path)).status).toBe(status)
})

test('an unchanged feed gets 304', async () => {
  const { headers } = await server.app.request('/exports/rss/p/')
  const again = await server.app.request('/exports/rss/p/', {
    headers: { 'If-None-Match': headers.get('ETag') ?? '' },
  })
  expect([headers.get('Last-Modified'), again.status]).toEqual([
    'Thu, 04 Jan 2024 00:00:00 GMT',
    304,
  ])
})
