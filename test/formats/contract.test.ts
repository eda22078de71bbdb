import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TestServer } from '../support/catalog.ts'
import type { FileTree } from '../support/git-repository.ts'

// The configuration takes the formats that are there when it is loaded.
vi.resetModules()
await import('./made-up.ts')
const { serveProjects } = await import('../support/catalog.ts')
const { createRepository, removeTemporaryFolders, runGit } = await import(
  '../support/git-repository.ts'
)
afterAll(() => {
  removeTemporaryFolders()
  // Other files of tests know the shipped formats alone.
  vi.resetModules()
})

interface Served extends TestServer {
  /** Fields of all units of a translation, in the order of the file. */
  units(language: string, ...fields: readonly string[]): Promise<unknown[][]>
}

/** Serves files as the one component `p/c`. */
async function serve(files: FileTree, component: object): Promise<Served & { path: string }> {
  const { path } = await createRepository([files])
  const settings = { slug: 'c', name: 'C', repo: path, branch: 'main', ...component }
  const server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', components: [settings] },
  ])
  onTestFinished(() => server.catalog.close())
  return {
    ...server,
    path,
    async units(language, ...fields) {
      const address = `/api/translations/p/c/${language}/units/?format=json`
      const { results } = await server.get<{ results: Record<string, unknown>[] }>(address)
      return results
        .toSorted((one, other) => Number(one['position']) - Number(other['position']))
        .map((unit) => fields.map((field) => unit[field]))
    },
  }
}

/** Addresses of the units that a search finds, as their sources. */
async function sourcesFound({ get }: Served, query: string): Promise<unknown[]> {
  const address = `/api/units/?format=json&q=${encodeURIComponent(`language:de ${query}`)}`
  const { results } = await get<{ results: { source: string[] }[] }>(address)
  return results.map(({ source }) => source[0])
}

const LINES = `3 n%3
untranslated|a.c:1|One||
fuzzy|a.c:2|Two|Zwo|Zwei
translated||Three||Drei
approved||Four||Vier
read-only||Five||
translated||%d file/%d files||%d Datei/%d Dateien
`

test('every state, the location, the previous source and the plural forms of a file reach the API', async () => {
  const server = await serve({ 'de.lines': LINES }, { file_format: 'lines', filemask: '*.lines' })
  const fields = ['source', 'state', 'fuzzy', 'approved', 'location', 'previous_source', 'target']
  expect(await server.units('de', ...fields)).toEqual([
    [['One'], 0, false, false, 'a.c:1', '', ['']],
    [['Two'], 10, true, false, 'a.c:2', 'Zwo', ['Zwei']],
    [['Three'], 20, false, false, '', '', ['Drei']],
    [['Four'], 30, false, true, '', '', ['Vier']],
    [['Five'], 100, false, false, '', '', ['']],
    [['%d file', '%d files'], 20, false, false, '', '', ['%d Datei', '%d Dateien', '']],
  ])
  expect((await server.units('en', 'location'))[0]).toEqual(['a.c:1'])
  expect(await server.get('/api/translations/p/c/de/statistics/?format=json')).toMatchObject({
    total: 6,
    translated: 4,
    fuzzy: 1,
    approved: 1,
    readonly: 1,
  })
  expect(await sourcesFound(server, 'state:needs-editing')).toEqual(['Two'])
  expect(await sourcesFound(server, 'state:approved')).toEqual(['Four'])
  expect(await sourcesFound(server, 'location:a.c:1')).toEqual(['One'])
  expect(await sourcesFound(server, 'has:location')).toEqual(['Two', 'One'])
  const download = await server.app.request('/api/translations/p/c/de/file/?format=po')
  expect(await download.text()).toContain('"Plural-Forms: nplurals=3; plural=n%3;\\n"')
})

const CATALOGUE = JSON.stringify({
  hello: { en: 'Hello', de: 'Hallo', cs: 'Ahoj' },
  bye: { en: 'Bye', de: 'Tschüs' },
})

test.each([
  ['a template, which is the same file', { template: 'all.catalogue' }],
  ['no template', {}],
])('one file holds all languages, with %s', async (_, more) => {
  const settings = { file_format: 'catalogue', filemask: 'all.catalogue', ...more }
  const { get, units, path } = await serve({ 'all.catalogue': CATALOGUE }, settings)
  const { results } = await get<{ results: Record<string, unknown>[] }>(
    '/api/components/p/c/translations/?format=json',
  )
  const blob = runGit(path, 'rev-parse', 'main:all.catalogue')
  const revision = 'template' in more ? `${blob},${blob}` : blob
  expect(results.map((one) => [one['language_code'], one['filename'], one['revision']])).toEqual([
    ['en', 'template' in more ? 'all.catalogue' : '', 'template' in more ? revision : ''],
    ['de', 'all.catalogue', revision],
    ['cs', 'all.catalogue', revision],
  ])
  expect(await units('de', 'context', 'source', 'target', 'state')).toEqual([
    ['hello', ['Hello'], ['Hallo'], 20],
    ['bye', ['Bye'], ['Tschüs'], 20],
  ])
  expect(await units('cs', 'target', 'state')).toEqual([
    [['Ahoj'], 20],
    [[''], 0],
  ])
})

test('a folder is a translation whose files are its entries; its key is the id of its tree', async () => {
  const { get, units, path } = await serve(
    {
      'store/en/title.txt': 'Title',
      'store/en/log/1.txt': 'First',
      'store/de/title.txt': 'Titel',
      'store/de/log/1.txt': '',
      'store/de/icon.png': Buffer.from([0xff]),
    },
    { file_format: 'shelf', filemask: 'store/*', template: 'store/en' },
  )
  const { revision, filename } = await get('/api/translations/p/c/de/?format=json')
  const trees = ['de', 'en'].map((code) => runGit(path, 'rev-parse', `main:store/${code}`))
  expect([filename, revision]).toEqual(['store/de', trees.join(',')])
  expect(await units('de', 'context', 'source', 'target', 'state')).toEqual([
    ['log/1', ['First'], [''], 0],
    ['title', ['Title'], ['Titel'], 20],
  ])
})
