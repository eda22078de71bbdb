import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { openDemo } from '../support/demo.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { createHistory, type History, makeShallow, type Step } from '../support/history.ts'

const english = '{"hello": "Hello", "bye": "Bye"}'

const steps: readonly Step[] = [
  { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{"hello": "Ahoj"}' } },
  {
    name: 'source',
    files: { 'l/en.json': '{"hello": "Hi", "bye": "Bye"}', 'l/cs.json': '{"hello": "Ahoj"}' },
  },
  { name: 'removed', files: { 'l/en.json': '{"hello": "Hi"}', 'l/de.json': '{' } },
]

interface Change {
  readonly [key: string]: unknown
  readonly id: number
  readonly timestamp: string
  readonly details: Readonly<Record<string, unknown>>
}

interface Page {
  readonly count: number
  readonly next: string | null
  readonly results: readonly Change[]
}

async function serve(
  history: Pick<History, 'path'>,
  ...others: readonly object[]
): Promise<TestServer> {
  const files = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
  const component = { slug: 'c', name: 'C', repo: history.path, branch: 'main', ...files }
  const components = [component, ...others]
  const server = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://example.com/', components }],
    // Its log has nothing of the remote; what 2026.10 logs besides is in tests of its own.
    { weblate: '5.14' },
  )
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

/** `action place context: old > target at micros by author`. */
function lineOf({ details, timestamp, ...change }: Change): string {
  const place =
    /translations\/p\/(.*)\/\?/.exec(String(change['translation']))?.[1] ?? details['language']
  const unit = change['unit'] === null ? 'no unit' : 'unit'
  const text = `${String(change['old'])}>${String(change['target'])}`
  const at = `${timestamp.slice(0, 10)} ${Number(timestamp.slice(20, 26))}`
  return `${change['action']} ${place} ${details['context'] ?? details['filename']} ${unit} ${text} ${at}`
}

test('the log has the changes of each commit, newest first; removed units have no address', async () => {
  const history = await createHistory(steps)
  const { get } = await serve(history)
  const page = await get<Page>('/api/components/p/c/changes/?format=json')
  expect(page.results.map(lineOf)).toEqual([
    '24 c/de l/de.json no unit > 2024-01-03 1',
    '0 c/en l/en.json no unit > 2024-01-03 0',
    '0 cs l/en.json no unit > 2024-01-02 4',
    '59 cs hello no unit Ahoj>Ahoj 2024-01-02 3',
    '30 cs hello no unit Hello>Hi 2024-01-02 2',
    '0 c/en l/en.json no unit > 2024-01-02 1',
    '59 c/en hello unit Hello>Hi 2024-01-02 0',
    '0 cs l/cs.json no unit > 2024-01-01 5',
    '71 cs bye no unit > 2024-01-01 4',
    '71 cs hello no unit >Ahoj 2024-01-01 3',
    '0 c/en l/en.json no unit > 2024-01-01 2',
    '71 c/en bye no unit >Bye 2024-01-01 1',
    '71 c/en hello unit >Hello 2024-01-01 0',
  ])
  expect(page.count).toBe(13)
  expect(page.next).toBe(null)
  const [newest] = page.results
  expect(newest?.details['commit']).toBe(history.oids['removed'])
  expect(newest?.['author']).toBe('http://localhost/api/users/ada/?format=json')
  expect(newest?.['user']).toBe(null)
  const ids = page.results.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  for (const change of page.results) {
    expect(await get(`/api/changes/${change.id}/?format=json`)).toEqual(change)
  }
  expect(await get(`/api/changes/${(ids[0] ?? 0) + 1}/`)).toMatchObject({ type: 'client_error' })
})

test.each([
  ['/api/changes/', 13],
  ['/api/projects/p/changes/', 13],
  ['/api/languages/en/changes/', 6],
  ['/api/translations/p/c/en/changes/', 6],
  ['/api/translations/p/c/de/changes/', 1],
  ['/api/changes/?action=71&action=30', 5],
  ['/api/changes/?action=31', 0],
  ['/api/changes/?user=ada', 13],
  ['/api/changes/?user=nobody', 0],
  ['/api/changes/?user=ada&action=71', 4],
  ['/api/translations/p/c/de/changes/?user=ada', 1],
  ['/api/users/ada/changes/?user=ada', 13],
  ['/api/users/ada/changes/?user=bea', 0],
  ['/api/changes/?timestamp_after=2024-01-02', 7],
  ['/api/changes/?timestamp_before=2024-01-02', 7],
  ['/api/changes/?timestamp_after=2024-01-02T00:00:00.000003Z', 4],
  ['/api/changes/?timestamp_before=2024-01-02T00:00:00.000002Z&timestamp_after=2024-01-02', 3],
])('%s has %i entries, however they are paged', async (path, count) => {
  const { get } = await serve(await createHistory(steps))
  const address = `${path}${path.includes('?') ? '&' : '?'}`
  const whole = await get<Page>(`${address}format=json`)
  expect([whole.count, whole.results.length]).toEqual([count, count])
  const paged: Change[] = []
  for (let page = 1; page <= Math.max(1, Math.ceil(count / 2)); page++) {
    paged.push(...(await get<Page>(`${address}format=json&page_size=2&page=${page}`)).results)
  }
  expect(paged).toEqual(whole.results)
  const last = await get<Page>(`${address}format=json&page_size=2&page=last`)
  expect(last.results).toEqual(whole.results.slice(-(count % 2 || Math.min(count, 2)) || count))
})

test('merged changes have the authors of their commits, other changes of a merge its author', async () => {
  const files = (cs: object) => ({
    'l/en.json': english,
    'l/cs.json': JSON.stringify(cs),
  })
  const history = await createHistory([
    { name: 'base', files: files({}) },
    { name: 'hello', files: files({ hello: 'Ahoj' }), author: 'Bea', email: 'bea@example.com' },
    {
      name: 'bye',
      files: files({ hello: 'Ahoj', bye: 'Sbohem' }),
      author: 'Cyril',
      email: 'cyril@example.com',
    },
    { name: 'main', files: { ...files({}), README: 'x' }, parents: ['base'] },
    {
      name: 'merge',
      files: files({ hello: 'Ahoj', bye: 'Sbohem' }),
      parents: ['main', 'bye'],
      author: 'Dan',
      email: 'dan@example.com',
    },
  ])
  const { get } = await serve(history)
  const page = await get<Page>('/api/translations/p/c/cs/changes/?format=json&page_size=3')
  const authors = page.results.map(({ action, author, details }) => [
    action,
    details['context'],
    /users\/(.*)\//.exec(String(author))?.[1],
  ])
  expect(authors).toEqual([
    [0, undefined, 'dan'],
    [59, 'bye', 'cyril'],
    [59, 'hello', 'bea'],
  ])
})

test('a commit numbers its entries over the components that it changed, in the order of their paths', async () => {
  const files = { 'l/en.json': '{"hello": "Hello"}', 'm/en.json': '{"bye": "Bye"}' }
  const history = await createHistory([{ name: 'added', files }])
  const settings = { file_format: 'json', filemask: 'm/*.json', template: 'm/en.json' }
  const { get } = await serve(history, {
    ...{ slug: 'b', name: 'B', repo: history.path, branch: 'main' },
    ...settings,
  })
  const page = await get<Page>('/api/changes/?format=json')
  expect(page.results.map(lineOf)).toEqual([
    '0 c/en l/en.json no unit > 2024-01-01 3',
    '71 c/en hello unit >Hello 2024-01-01 2',
    '0 b/en m/en.json no unit > 2024-01-01 1',
    '71 b/en bye unit >Bye 2024-01-01 0',
  ])
})

test('the log of a shallow clone begins at its oldest commit, and the response says that it is incomplete', async () => {
  const history = await createHistory(steps)
  const whole = await serve(history)
  expect((await whole.app.request('/api/changes/')).headers.get('X-History-Complete')).toBe(null)
  makeShallow(history.path, [history.oids['source'] ?? ''])
  const { app, get } = await serve(history)
  const page = await get<Page>('/api/changes/?format=json&timestamp_before=2024-01-02T12:00')
  expect(page.results.map(lineOf)).toEqual([
    '0 cs l/cs.json no unit > 2024-01-02 5',
    '71 cs bye no unit > 2024-01-02 4',
    '71 cs hello no unit >Ahoj 2024-01-02 3',
    '0 c/en l/en.json no unit > 2024-01-02 2',
    '71 c/en bye no unit >Bye 2024-01-02 1',
    '71 c/en hello unit >Hi 2024-01-02 0',
  ])
  expect((await app.request('/api/changes/')).headers.get('X-History-Complete')).toBe('false')
})

test('the author of a merged change is its author on the merged side, else the author of the merge', async () => {
  const path = join(createTemporaryFolder(), 'merged.git')
  const [ada, bo, cy] = ['Ada <ada@example.com>', 'Bo <bo@example.org>', 'Cy <cy@example.net>']
  const texts = (files: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    Object.fromEntries(
      Object.entries(files).map(([code, text]) => [`l/${code}.json`, JSON.stringify(text)]),
    )
  let day = 0
  const add = (author: string, files: Parameters<typeof texts>[0], parents?: readonly string[]) =>
    commitAs({ gitdir: path, author, day: day++, tree: texts(files), ...(parents && { parents }) })
  const en = { one: 'One', two: 'Two', three: 'Three' }
  const newer = { ...en, two: 'Two!' }
  const base = await add(ada, { en, cs: { two: 'Dva' } })
  await add(bo, { en, cs: { one: 'Jeden', two: 'Dva' } })
  await add(cy, { en: newer, cs: { one: 'Jeden', two: 'Dva' } })
  const side = await add(bo, { en: newer, cs: { one: 'Jedna', two: 'Dva' } })
  const main = await add(ada, { en, cs: { two: 'Dva' }, de: {} }, [base])
  const cs = { one: 'Jedna', two: 'Dva', three: 'Tři' }
  await add(ada, { en: newer, cs, de: {} }, [main, side])
  const { get } = await serve({ path })
  const page = await get<Page>(
    '/api/translations/p/c/cs/changes/?format=json&timestamp_after=2024-01-06',
  )
  const lines = page.results.map((change) => {
    const author = /users\/(.*)\/\?/.exec(String(change['author']))?.[1]
    return `${change['action']} ${change.details['context'] ?? ''}: ${change['target']}, ${author}`
  })
  expect(lines).toEqual([
    '0 : , ada',
    '59 three: Tři, ada',
    '59 two: Dva, cy',
    '30 two: Two!, cy',
    '59 one: Jedna, bo',
  ])
  for (const change of page.results) {
    expect(await get(`/api/changes/${change.id}/?format=json`)).toEqual(change)
  }
})

test('the changes of a user are all changes by that author, on any page size', async () => {
  const people = {
    bea: { author: 'Bea', email: 'bea@example.com' },
    cyril: { author: 'Cyril', email: 'cyril@example.com' },
    dan: { author: 'Dan', email: 'dan@example.com' },
  }
  const files = (cs: object) => ({ 'l/en.json': english, 'l/cs.json': JSON.stringify(cs) })
  const czech = { hello: 'Ahoj', bye: 'Sbohem' }
  const history = await createHistory([
    { name: 'base', files: files({}), ...people.dan },
    { name: 'hello', files: files({ hello: 'Ahoj' }), ...people.bea },
    { name: 'bye', files: files(czech), ...people.cyril },
    { name: 'main', files: { ...files({}), 'l/de.json': '{}' }, parents: ['base'], ...people.bea },
    { name: 'merge', files: files(czech), parents: ['main', 'bye'], ...people.dan },
  ])
  const { app, get } = await serve(history)
  const all = await get<Page>('/api/changes/?format=json')
  const counts: Record<string, number> = {}
  for (const name of Object.keys(people)) {
    const path = `/api/users/${name}/changes/?format=json`
    const changes = all.results.filter((change) =>
      String(change['author']).includes(`/users/${name}/`),
    )
    const page = await get<Page>(path)
    expect([page.count, page.results]).toEqual([changes.length, changes])
    const paged: Change[] = []
    for (let next: string | null = `${path}&page_size=2`; next !== null; ) {
      const part: Page = await get<Page>(next)
      paged.push(...part.results)
      next = part.next
    }
    expect(paged).toEqual(changes)
    const updates = await get<Page>(`${path}&action=59&timestamp_after=2024-01-05`)
    const isUpdate = ({ action, timestamp }: Change) => action === 59 && timestamp >= '2024-01-05'
    expect(updates.results).toEqual(changes.filter(isUpdate))
    counts[name] = changes.length
  }
  expect(counts).toEqual({ bea: 4, cyril: 1, dan: 7 })
  expect((await app.request('/api/users/nobody/changes/')).status).toBe(404)
})

test('metrics count the changes of contents', async () => {
  const { get } = await serve(await createHistory(steps))
  expect((await get<{ changes: number }>('/api/metrics/')).changes).toBe(7)
})

test.each<[string, number, number, [number, number, string | null]]>([
  ['some', Infinity, 2, [50, 120, 'http://localhost/api/changes/?format=api&page=3']],
  ['all', 2, 3, [20, 120, null]],
])(
  'the last page is that of the changes counted so far, also when %s others are counted meanwhile',
  async (_others, rounds, page, expected) => {
    const { app, catalog, config } = await openDemo()
    onTestFinished(() => catalog.close())
    let round = 0
    const growing: typeof catalog.changes = (view) => {
      const log = catalog.changes(view)
      const list: typeof log.list = async (...wanted) => {
        const part = await log.list(...wanted)
        return { ...part, count: 60 * Math.min(++round, rounds), isCounted: round >= rounds }
      }
      return Object.assign(Object.create(log), { list, count: async () => 0 })
    }
    const slow = createApp({ catalog: { ...catalog, changes: growing }, config })
    const get = async (path: string, from = app) =>
      (await (await from.request(path)).json()) as Page
    const last = await get('/api/changes/?page=last', slow)
    const { results } = await get(`/api/changes/?page=${page}`)
    expect(last.results).toEqual(results.slice(0, expected[0]))
    expect([last.results.length, last.count, last.next]).toEqual(expected)
  },
)
