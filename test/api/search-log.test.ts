import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hashOf } from '../../src/http/access.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, type History, type Step } from '../support/history.ts'

const texts = (en: object, cs: object, other: object = {}) => ({
  'l/en.json': JSON.stringify(en),
  'l/cs.json': JSON.stringify(cs),
  'm/en.json': JSON.stringify(other),
})
const by = (author: string) => ({ author, email: `${author}@example.org` })
const EN = { k: 'One!', m: 'Two' }
const CS = { k: 'Jedna!' }
const STEPS: readonly Step[] = [
  { name: 'first', files: texts({ k: 'One', m: 'Two' }, { k: 'Jedna' }), ...by('jana') },
  { name: 'source', files: texts(EN, { k: 'Jedna' }), ...by('dev') },
  { name: 'other', files: texts(EN, { k: 'Jedna' }, { o: 'O' }), ...by('eva') },
  { name: 'translated', files: texts(EN, CS, { o: 'O' }), ...by('petr') },
  { name: 'removed', files: texts({ k: 'One!' }, CS, { o: 'O' }), ...by('dev') },
  { name: 'again', files: texts(EN, CS, { o: 'O' }), ...by('eva') },
  { name: 'side', files: texts(EN, { ...CS, m: 'Dvě' }, { o: 'O' }), ...by('ota') },
  { name: 'main', files: texts(EN, CS, { o: 'Oh' }), ...by('dev'), parents: ['again'] },
  {
    name: 'merge',
    files: texts(EN, { ...CS, m: 'Dvě' }, { o: 'Oh' }),
    ...{ ...by('max'), parents: ['main', 'side'] },
  },
]

let history: History
beforeAll(async () => {
  history = await createHistory(STEPS)
})

async function serve(site: object = {}): Promise<TestServer> {
  const components = ['l', 'm'].map((slug) => ({
    ...{ slug, name: slug, repo: history.path, branch: 'main', file_format: 'json' },
    ...{ filemask: `${slug}/*.json`, template: `${slug}/en.json` },
  }))
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components }
  const server = await serveProjects([project], site)
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

/** The languages and keys of the units that a query finds. */
async function find({ get }: TestServer, path: string, query: string): Promise<string[]> {
  interface Unit {
    readonly language_code: string
    readonly context: string
  }
  const address = `/api/${path}?format=json&q=${encodeURIComponent(query)}`
  const { results } = await get<{ results: Unit[] }>(address)
  return results.map(({ language_code, context }) => `${language_code} ${context}`).sort()
}

const ALL = ['cs k', 'cs m', 'en k', 'en m', 'en o']

test.each<[string, string[]]>([
  // The former string with the key m had other entries.
  ['changed:2024-01-01', ['cs k', 'en k']],
  ['change_time:2024-01-02', ['cs k', 'en k']],
  ['changed:<2024-01-03', ['cs k', 'en k', 'en o']],
  ['changed:2024-01-04', ['cs k']],
  ['changed:[2024-01-04 to 2024-01-06]', ['cs k', 'cs m', 'en m']],
  ['changed:2024-01-07', []],
  ['change_time:2024-01-09', ['cs m']],
  ['changed:2024-01-02 AND changed:2024-01-04', ['cs k']],
  ['NOT changed:<2024-01-05', ['cs m', 'en m']],
  ['changed_by:petr', ['cs k']],
  ['changed_by:DEV', ['cs k', 'en k', 'en o']],
  ['changed_by:=DEV', []],
  ['changed_by:r"^(jana|eva)$"', ALL],
  ['changed_by:ota OR changed_by:max', ['cs m']],
  ['changed_by:max', []],
  ['change_action:string-added-in-the-repository', ALL],
  ['change_action:"Source string changed"', ['cs k']],
  ['change_action:string-updated-in-the-repository language:cs', ['cs k', 'cs m']],
  ['change_action:string-removed', []],
])('%s', async (query, expected) => {
  const server = await serve()
  expect(await find(server, 'units/', query)).toEqual(expected)
  const czech = expected.filter((name) => name.startsWith('cs'))
  expect(await find(server, 'translations/p/l/cs/units/', query)).toEqual(czech)
})

test('at another commit, the log ends with that commit', async () => {
  const server = await serve()
  const units = (query: string) => find(server, 'units/', query)
  const at = async (commit: string, query: string) => {
    const address = `/api/units/?format=json&ref=${history.oids[commit]}&q=${query}`
    return (await server.get<{ count: number }>(address)).count
  }
  expect(await units('changed:2024-01-04')).toEqual(['cs k'])
  expect([
    await at('source', 'changed:2024-01-04'),
    await at('source', 'changed:2024-01-02'),
  ]).toEqual([0, 2])
  expect([
    await at('source', 'changed_by:petr'),
    await at('translated', 'changed_by:petr'),
  ]).toEqual([0, 1])
})

test('with hidden authors, no change has an author', async () => {
  const server = await serve({ authors: false })
  expect(await find(server, 'units/', 'changed_by:r"."')).toEqual([])
  expect(await find(server, 'units/', 'changed:2024-01-04')).toEqual(['cs k'])
})

test('a wrong value is refused before the log is read, and other fields read none', async () => {
  const { app, catalog } = await serve()
  const ask = vi.spyOn(catalog, 'historyOf')
  for (const [query, status, isRead] of [
    ['changed:2024', 200, true],
    ['last_changed:2024', 200, true],
    ['source_changed:sometime', 400],
    ['change_action:nope', 400],
    ['changed:2024 AND nope:x', 400],
    ['changed:sometime', 400],
    ['key:changed', 200],
    ['key:added', 200],
  ] as const) {
    ask.mockClear()
    const response = await app.request(`/api/units/?q=${encodeURIComponent(query)}`)
    expect([query, response.status]).toEqual([query, status])
    expect([query, ask.mock.calls.length > 0]).toEqual([query, isRead ?? false])
  }
})

test('a page lists what the API finds', async () => {
  const { app } = await serve()
  const page = async (query: string) =>
    (await app.request(`/translate/p/l/cs/?q=${encodeURIComponent(query)}`)).text()
  expect(await page('changed_by:petr')).toContain('Jedna!')
  expect(await page('changed_by:petr changed:2024-01-01')).toContain('Jedna!')
  expect(await page('changed_by:jan')).not.toContain('Jedna!')
})

test('authors in private projects do not affect public searches', async () => {
  const files = (text: string) => ({ 'l/en.json': '{"k":"One"}', 'l/cs.json': `{"k":"${text}"}` })
  const shown = await createHistory([
    { name: 'start', files: files('x'), author: 'Zed', email: 'zed@example.org' },
    { name: 'later', files: files('y'), author: 'Ann', email: 'ann@a.example' },
  ])
  const hidden = await createHistory([
    { name: 'start', files: files('x'), author: 'Ann', email: 'ann@b.example' },
  ])
  const project = (slug: string, repo: string, more = {}) => ({
    ...{ slug, name: slug, web: 'https://p.example', ...more },
    components: [jsonComponent('l', 'l', { repo })],
  })
  const { app, catalog } = await serveProjects(
    [
      project('p', shown.path),
      project('q', hidden.path, { access_control: 'private', members: ['x'] }),
    ],
    { tokens: [{ name: 'all', hash: hashOf('all') }] },
  )
  onTestFinished(catalog.close)
  await catalog.complete
  const count = async (headers: Record<string, string>) => {
    const path = '/api/translations/p/l/cs/units/?q=changed_by:=ann'
    const response = await app.request(path, { headers })
    return ((await response.json()) as { count: number }).count
  }
  expect(await count({ Authorization: 'Token all' })).toBe(0)
  expect(await count({})).toBe(1)
})

test('a search by time is refused if no file can be read, although the log can', async () => {
  const steps = [
    { name: 'one', files: texts(EN, CS) },
    { name: 'broken', files: { 'l/en.json': '{' } },
  ]
  const { path: repo } = await createHistory(steps)
  const components = [jsonComponent('c', 'l', { repo, branch: 'main' })]
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const statusOf = async (query: string) => (await app.request(`/api/units/?q=${query}`)).status
  expect([await statusOf(''), await statusOf('added:2024-01-01')]).toEqual([503, 503])
})
