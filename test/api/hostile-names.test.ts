import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

/** Names that files of a repository can have, and that are languages to a filemask: code -> code in the address. */
const NAMES = {
  '#': '%23',
  '%00': '%2500',
  '%2f': '%252f',
  '-x': '_X',
  '<b>': '%3Cb%3E',
  '?': '%3F',
  'C:\\x': 'c:%5Cx',
  'a;b,c': 'a;b,c',
  __proto__: '_@proto__',
  constructor: 'constructor',
  'sr@latin': 'sr_Latn',
  '\u001b[31m': '%1B%5B31m',
  '\u202e': '%E2%80%AE',
  語: '%E8%AA%9E',
}

interface Linked {
  readonly language_code: string
  readonly url: string
  readonly file_url: string
  readonly units_list_url: string
  readonly language: { readonly url: string }
}

let server: TestServer
let translations: readonly Linked[]

beforeAll(async () => {
  const tree = Object.keys(NAMES).map((name) => [`l/${name}.json`, '{"a":"X"}'])
  const { path } = await createRepository([
    { 'l/en.json': '{"a":"A"}', ...Object.fromEntries(tree) },
  ])
  const web = { slug: 'web', name: 'Web', repo: path, filemask: 'l/*.json', template: 'l/en.json' }
  const components = [{ ...web, file_format: 'json' }]
  server = await serveProjects([{ slug: 'p', name: 'P', web: 'https://p.example/', components }])
  const list = await server.get<{ results: readonly Linked[] }>(
    '/api/components/p/web/translations/',
  )
  translations = list.results.slice(1)
})
afterAll(() => server.catalog.close())

test('every code has its own part of the address', () => {
  const addresses = translations.map(({ language_code, url }) => [
    language_code,
    new URL(url).pathname,
  ])
  expect(Object.fromEntries(addresses)).toEqual(
    Object.fromEntries(
      Object.entries(NAMES).map(([name, code]) => [name, `/api/translations/p/web/${code}/`]),
    ),
  )
})

test('every link leads somewhere', async () => {
  const links = translations.flatMap(({ url, file_url, units_list_url, language }) => [
    url,
    file_url.replace('?format=api', ''),
    units_list_url,
    language.url,
  ])
  expect(links.length).toBe(4 * Object.keys(NAMES).length)
  for (const link of links) {
    expect([link, (await server.app.request(link)).status]).toEqual([link, 200])
  }
})

test.each([
  ['sr_Latn', 'filename="p-web-sr_Latn.json"'],
  ['a;b,c', 'filename="p-web-a;b,c.json"'],
  ['%1B%5B31m', 'filename="p-web-_[31m.json"'],
  ['%E2%80%AE', 'filename="p-web-_.json"'],
  ['c:%5Cx', 'filename="p-web-c:_x.json"'],
  ['%E8%AA%9E', `filename="p-web-_.json"; filename*=UTF-8''p-web-%E8%AA%9E.json`],
])('the file of %s has a name that can be saved', async (code, expected) => {
  for (const query of ['', '?format=json']) {
    const response = await server.app.request(`/api/translations/p/web/${code}/file/${query}`)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; ${expected}`)
  }
})
