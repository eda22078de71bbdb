import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestServer } from '../support/catalog.ts'
import type { FileTree } from '../support/git-repository.ts'

// The configuration knows only formats that exist when it is loaded.
vi.resetModules()
await import('./made-up.ts')
const { serveProjects } = await import('../support/catalog.ts')
const { createRepository, removeTemporaryFolders, runGit } = await import(
  '../support/git-repository.ts'
)
afterAll(() => {
  removeTemporaryFolders()
  // Other test files must see only the shipped formats.
  vi.resetModules()
})

interface Served extends TestServer {
  /** Fields of all units of a translation, in the order of the file. */
  units(language: string, ...fields: readonly string[]): Promise<unknown[][]>
}

/** Serves files, or a sequence of commits, as the component `p/c`. */
async function serve(
  files: FileTree | readonly FileTree[],
  component: object,
  project: object = {},
): Promise<Served & { path: string }> {
  const { path } = await createRepository([files].flat())
  const settings = { slug: 'c', name: 'C', repo: path, branch: 'main', ...component }
  const server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', ...project, components: [settings] },
  ])
  onTestFinished(() => server.catalog.close())
  return {
    ...server,
    path,
    async units(language, ...fields) {
      const address = `/api/translations/p/c/${language}/units/?format=json`
      const { results } = await server.get<{ results: Record<string, unknown>[] }>(address)
      return results
        .toSorted((a, b) => Number(a['position']) - Number(b['position']))
        .map((unit) => fields.map((field) => unit[field]))
    },
  }
}

/** Sources of the units that a search finds. */
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

const LINES_COMPONENT = { file_format: 'lines', filemask: '*.lines' }

test('the API has every state, location, previous source and plural form of a file', async () => {
  const reviews = { translation_review: true }
  const server = await serve({ 'de.lines': LINES }, LINES_COMPONENT, reviews)
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

test('without reviews an approved string is translated', async () => {
  const { units } = await serve({ 'de.lines': LINES }, LINES_COMPONENT)
  expect((await units('de', 'source', 'state'))[3]).toEqual([['Four'], 20])
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
  expect(
    results.map((translation) => [
      translation['language_code'],
      translation['filename'],
      translation['revision'],
    ]),
  ).toEqual([
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

test('the files of a translation folder are its entries, and its revision covers all of them', async () => {
  const { get, units } = await serve(
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
  expect([filename, revision]).toEqual([
    'store/de',
    '1c1d480913d0a7da52b608a4642b5c5224403146,d38fcc07f4fe38c5003199fc820db8e9d20a814a',
  ])
  expect(await units('de', 'context', 'source', 'target', 'state')).toEqual([
    ['log/1', ['First'], [''], 0],
    ['title', ['Title'], ['Titel'], 20],
  ])
})

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

describe.each([
  {
    what: 'a file of all languages',
    settings: { file_format: 'catalogue', filemask: 'all.catalogue', template: 'all.catalogue' },
    filesOf: (texts: Texts) => ({ 'all.catalogue': JSON.stringify(texts) }),
    // The Czech text changes the file shared with German.
    lastChange: '2024-01-04T00:00:00.000000Z',
    updates: ['0 04', '0 03', '59 03', '30 03', '0 02', '71 02'],
    filename: 'all.catalogue',
  },
  {
    what: 'a folder',
    settings: { file_format: 'shelf', filemask: 'store/*', template: 'store/en' },
    filesOf: (texts: Texts) =>
      Object.fromEntries(
        Object.entries(texts).flatMap(([key, translations]) =>
          Object.entries(translations).map(([code, text]) => [`store/${code}/${key}.txt`, text]),
        ),
      ),
    lastChange: '2024-01-03T00:00:00.000000Z',
    updates: ['0 03', '59 03', '30 03', '0 02', '71 02'],
    filename: 'store/de',
  },
])('the history of $what', ({ settings, filesOf, lastChange, updates, filename }) => {
  /** A German translation comes on the second day; its source changes on the third; a Czech one comes on the fourth. */
  const days = [
    { hello: { en: 'Hello' } },
    { hello: { en: 'Hello', de: 'Hallo' } },
    { hello: { en: 'Hello!', de: 'Hallo' } },
    { hello: { en: 'Hello!', de: 'Hallo', cs: 'Ahoj' } },
  ].map(filesOf)
  const serveDays = async (more: object = {}) => {
    const server = await serve(days, { ...settings, ...more })
    await server.catalog.complete
    return server
  }
  type Results = Record<string, unknown>[]

  test('the log has the changes of each language, and a translation its last change', async () => {
    const { get } = await serveDays()
    const { last_change } = await get('/api/translations/p/c/de/?format=json')
    expect(last_change).toBe(lastChange)
    const address = '/api/translations/p/c/de/changes/?format=json'
    const { results } = await get<{ results: Results }>(address)
    expect(
      results.map(({ action, timestamp }) => `${action} ${String(timestamp).slice(8, 10)}`),
    ).toEqual(updates)
  })

  test('a unit has its versions', async () => {
    const { get } = await serveDays()
    const address = '/api/translations/p/c/de/units/?format=json'
    const [unit] = (await get<{ results: Results }>(address)).results
    const { results } = await get<{ results: Results }>(`/api/units/${unit?.['id']}/history/`)
    expect(
      results.map((version) => [version['change'], version['source'], version['filename']]),
    ).toEqual([
      ['changed', ['Hello!'], filename],
      ['added', ['Hello'], filename],
    ])
  })

  test.each(['follow', 'mirror'])('states of the setting %s', async (stateFrom) => {
    const [baseline] = (await createRepository(days)).commits
    const { units } = await serveDays({ state_from: stateFrom, mirror_baseline: baseline })
    expect(await units('de', 'target', 'state')).toEqual([[['Hallo'], 11]])
    expect(await units('cs', 'target', 'state')).toEqual([[['Ahoj'], 20]])
  })
})

test('a broken version of a file of all languages hides no language', async () => {
  const texts = (target: string) => JSON.stringify({ hello: { en: 'Hello', de: target } })
  const versions = [texts('Hallo'), '{', texts('Hallo!')]
  const { get, catalog } = await serve(
    versions.map((text) => ({ 'all.catalogue': text })),
    { file_format: 'catalogue', filemask: 'all.catalogue', template: 'all.catalogue' },
  )
  await catalog.complete
  const { results } = await get<{ results: Record<string, unknown>[] }>(
    '/api/translations/p/c/de/changes/?format=json',
  )
  expect(results.map(({ action, target, old }) => [action, target, old])).toEqual([
    [0, '', ''],
    [59, 'Hallo!', 'Hallo'],
    [0, '', ''],
    [71, 'Hallo', ''],
  ])
})
