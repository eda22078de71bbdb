import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

let server: TestServer
let commits: readonly string[]
let project: object

/** `web` in four commits, the last of which make a check fail. */
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

/** The texts of the elements of a name. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
    ([, text = '']) => text,
  )
}

test('a feed says what happened where, newest first', async () => {
  const text = await textAt('/exports/atom/p/kind/web/cs/')
  const where = ': A &amp; B/WEB — Czech'
  expect(textsOf(text, 'title')).toEqual([
    'Recent changes in A &amp; B/WEB — Czech',
    `Resource updated${where}`,
    `String updated in the repository${where}`,
    `Resource updated${where}`,
    `String updated in the repository${where}`,
    `Source string changed${where}`,
    `Resource updated${where}`,
    `String updated in the repository${where}`,
    `Resource updated${where}`,
    `String added in the repository${where}`,
    `String added in the repository${where}`,
  ])
})

test('an item has what a reader needs', async () => {
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

test('a feed of a unit has its changes alone', async () => {
  const { results } = await server.get<{ results: { id: number; context: string }[] }>(
    '/api/translations/p/kind%252Fweb/cs/units/?format=json',
  )
  const id = results.find(({ context }) => context === 'a')?.id
  const text = await textAt(`/exports/atom/p/kind/web/cs/${id}/`)
  expect(textsOf(text, 'title').slice(1)).toEqual([
    'String added in the repository: A &amp; B/WEB — Czech',
  ])
})

test('links keep the ref, and nobody is named where authors are not shown', async () => {
  const { app, catalog } = await serveProjects([project], { authors: false })
  await catalog.complete
  const text = await textAt(`/exports/rss/p/?ref=${commits[0]}`, { app })
  await catalog.close()
  expect(text).toContain(`<link>http://localhost/projects/p/kind/web/cs/?ref=${commits[0]}</link>`)
  expect([text.includes('dc:creator'), / by /.test(text)]).toEqual([false, false])
})

test.each([
  ['/exports/rss/p/kind/', 404],
  ['/exports/rss/nope/', 404],
  ['/exports/rss/p/kind/web/cs/1/', 404],
  ['/exports/atom/?action=x', 400],
  ['/exports/atom/?timestamp_after=x', 400],
])('%s answers %d', async (path, status) => {
  expect((await server.app.request(path)).status).toBe(status)
})

test('a reader that has the newest entry is told so', async () => {
  const { headers } = await server.app.request('/exports/rss/p/')
  const since = headers.get('Last-Modified') ?? ''
  const again = await server.app.request('/exports/rss/p/', {
    headers: { 'If-Modified-Since': since },
  })
  expect([since, again.status]).toEqual(['Thu, 04 Jan 2024 00:00:00 GMT', 304])
})
