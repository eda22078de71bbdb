import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appProject, serveProjects, type TestServer } from '../support/catalog.ts'
import { startGitServer } from '../support/git-server.ts'
import { createHistory, extendHistory, type History } from '../support/history.ts'
import { hasRedis, startRedis } from '../support/redis.ts'

const FILES = {
  'l/en.json': '{"a": "Hello %s", "b": "World"}',
  'l/cs.json': '{"a": "Ahoj", "b": "World"}',
  'l/de.json': '{"a": "Hallo %s", "b": ""}',
  'l/broken.json': '{',
  'po/cs.po':
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "one"\nmsgstr "jedna"\n',
  'po/de.po': 'msgid "one"\nmsgstr "eins"\n\nmsgid "two"\nmsgstr "zwei"\n',
}
/** Endpoints answered from digests. */
const PATHS = [
  '/api/projects/app/statistics/',
  '/api/components/',
  '/api/components/app/web/statistics/',
  '/api/components/app/po/statistics/',
  '/api/translations/',
  '/api/languages/',
]
const UNIT_PATHS = ['/api/units/', '/api/units/?q=check:*', '/api/translations/app/po/en/units/']

/** A node with its own data folder, after reading everything. */
async function startNode(
  { path }: History,
  redis: string,
  { build = 'test', checkFlags = '' } = {},
): Promise<TestServer> {
  const project = appProject(path, 'l')
  const po = { slug: 'po', name: 'PO', repo: path, file_format: 'po', filemask: 'po/*.po' }
  const components = [...project.components, { ...po, check_flags: checkFlags }]
  const server = await serveProjects([{ ...project, components }], { redis }, { build })
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

/** Counts of derived values, from the metrics. */
async function derivedBy({ app }: TestServer): Promise<Record<string, number>> {
  const text = await (await app.request('/metrics')).text()
  const lines = text.matchAll(/^gitglot_values\{(.*)\} (\d+)$/gm)
  const values = new Map(Array.from(lines, ([, labels = '', count]) => [labels, Number(count)]))
  return Object.fromEntries(
    ['files', 'columns', 'checked', 'together'].map((kind) => {
      return [kind, values.get(`kind="${kind}",how="derived"`) ?? 0]
    }),
  )
}

const NOTHING = { files: 0, columns: 0, checked: 0, together: 0 }

function bodiesOf({ app }: TestServer, paths: readonly string[]): Promise<unknown> {
  return Promise.all(
    paths.map(async (path) => {
      const response = await app.request(path)
      return [path, response.status, response.headers.get('etag'), await response.text()]
    }),
  )
}

test.skipIf(!hasRedis)(
  'the second node parses and checks nothing, and serves the same',
  async () => {
    const redis = await startRedis()
    const history = await createHistory([{ name: 'first', files: FILES }])
    const first = await startNode(history, redis.url)
    expect(await derivedBy(first)).not.toMatchObject({ files: 0 })
    await first.catalog.close()
    const again = await startNode(history, redis.url)
    const digests = await bodiesOf(again, PATHS)
    expect(await derivedBy(again)).toEqual(NOTHING)
    const alone = await startNode(history, '')
    expect(digests).toEqual(await bodiesOf(alone, PATHS))
    expect(await bodiesOf(again, UNIT_PATHS)).toEqual(await bodiesOf(alone, UNIT_PATHS))
    expect((await derivedBy(again))['columns']).toBeGreaterThan(0)
    expect(await again.get('/readyz/')).toMatchObject({ status: 'ready', redis: 'connected' })

    const changed = { ...FILES, 'l/de.json': '{"a": "Hallo", "b": "Welt"}' }
    await extendHistory(history, [{ name: 'second', files: changed }])
    const before = await derivedBy(again)
    await again.catalog.refresh()
    // A new commit costs what changed in it, not the component.
    expect((await derivedBy(again))['files']).toBe((before['files'] ?? 0) + 1)
  },
)

test.skipIf(!hasRedis)(
  'the second node fetches sources of other files and states of history, too',
  async () => {
    const redis = await startRedis()
    const files = {
      'pot/app.pot': 'msgid "one"\nmsgstr ""\n\nmsgid "three"\nmsgstr ""\n',
      'pot/broken.po': 'msgid "one',
      'pot/de.po': FILES['po/de.po'],
      'csv/base.csv': 'source,target\none,\ntwo,\n',
      'csv/de.csv': 'source,target\none,eins\n',
      'l/en.json': '{"a": "hello", "b": "world"}',
      'l/mid.json': '{"a": "Hello", "b": "World"}',
      'l/de.json': '{"a": "Hallo", "b": "Welt"}',
      'terms/de.csv': 'source,target\nhello,Hallo\n',
    }
    const history = await createHistory([
      { name: 'first', files },
      { name: 'second', files: { ...files, 'l/en.json': '{"a": "hello you", "b": "world"}' } },
    ])
    const names = { repo: history.path, check_flags: 'check-glossary' }
    const csv = { ...names, file_format: 'csv-simple' }
    const web = { file_format: 'json', filemask: 'l/*.json', template: 'l/en.json' }
    const components = [
      { ...names, slug: 'pot', file_format: 'po', filemask: 'pot/*.po', new_base: 'pot/app.pot' },
      { ...csv, slug: 'csv', filemask: 'csv/*.csv', new_base: 'csv/base.csv' },
      { ...csv, slug: 'terms', filemask: 'terms/*.csv', is_glossary: true },
      { ...names, ...web, slug: 'middle', intermediate: 'l/mid.json' },
      { ...names, ...web, slug: 'states', language_regex: '^de$', state_from: 'follow' },
    ].map((component) => ({ name: component.slug, ...component }))
    const start = async (url: string) => {
      const node = await serveProjects([{ slug: 'app', name: 'App', components }], { redis: url })
      onTestFinished(node.catalog.close)
      await node.catalog.complete
      return node
    }
    const paths = [...PATHS.slice(0, 2), ...PATHS.slice(4), '/api/units/?q=state:needs-rewriting']
    const first = await start(redis.url)
    expect(await derivedBy(first)).toMatchObject({ files: 18, checked: 12 })
    expect(await first.get('/api/units/?q=state:needs-rewriting')).toMatchObject({ count: 1 })
    await first.catalog.close()
    const again = await start(redis.url)
    const derived = await derivedBy(again)
    const bodies = await bodiesOf(again, paths)
    expect(bodies).toEqual(await bodiesOf(await start(''), paths))
    expect(derived).toEqual(NOTHING)
  },
)

test.skipIf(!hasRedis)('a node of another build or configuration shares no results', async () => {
  const redis = await startRedis()
  const history = await createHistory([{ name: 'first', files: FILES }])
  const first = await startNode(history, redis.url)
  await first.catalog.close()
  const { files } = await derivedBy(first)
  const newer = await startNode(history, redis.url, { build: 'newer' })
  expect((await derivedBy(newer))['files']).toBe(files)
  const how = { checkFlags: 'ignore-all-checks' }
  const other = await startNode(history, redis.url, how)
  const alone = await startNode(history, '', how)
  expect(await bodiesOf(other, PATHS)).toEqual(await bodiesOf(alone, PATHS))
  expect((await derivedBy(other))['files']).toBeGreaterThan(0)
})

test.skipIf(!hasRedis)('a node without its Redis server reports it and keeps serving', async () => {
  const redis = await startRedis()
  await redis.stop()
  const history = await createHistory([{ name: 'first', files: FILES }])
  const node = await startNode(history, redis.url)
  expect(await node.get('/readyz/')).toMatchObject({ status: 'ready', redis: 'unreachable' })
  expect(await (await node.app.request('/metrics')).text()).toContain('gitglot_redis_up 0\n')
  expect(await (await node.app.request('/healthz/')).text()).toBe('ok')
  const alone = await startNode(history, '')
  expect(await bodiesOf(node, PATHS)).toEqual(await bodiesOf(alone, PATHS))
})

/** Two nodes that poll a remote every `seconds`, and a count of the requests for its refs. */
async function startPair(redis: string, seconds: number) {
  const history = await createHistory([{ name: 'first', files: FILES }])
  const root = dirname(history.path)
  const remote = await startGitServer({ root })
  onTestFinished(remote.close)
  const project = appProject(`${remote.origin}${history.path.slice(root.length)}`, 'l')
  const start = async () => {
    const server = await serveProjects([{ ...project, update_interval: seconds }], { redis })
    onTestFinished(server.catalog.close)
    await server.catalog.complete
    // The first fetch after the history brings all branches and tags.
    await server.catalog.refresh()
    return server
  }
  const nodes = [await start(), await start()] as const
  const countFetches = () =>
    remote.requests.filter((request) => request.includes('info/refs')).length
  return { history, nodes, countFetches }
}

/** The time of the last fetch that a node knows of, in milliseconds since 1970. */
function lastFetchOf({ catalog }: TestServer): number {
  const [component] = catalog.current().projects.flatMap((project) => project.components)
  return (component && catalog.lastPoll(component)?.succeededAt) ?? 0
}

/** Counts the fetches that a node learns of within ten seconds: many, however busy the machine is. */
async function countFetchTimes(node: TestServer): Promise<number> {
  const before = lastFetchOf(node)
  const times = new Set<number>()
  for (let round = 0; round < 500; round++) {
    await pause(20)
    times.add(lastFetchOf(node))
  }
  times.delete(before)
  expect(times.size).toBeGreaterThan(2)
  return times.size
}

test.skipIf(!hasRedis)('one of two nodes polls a remote, and both know it', async () => {
  const redis = await startRedis()
  const { nodes, countFetches } = await startPair(redis.url, 1)
  const [before, since] = [countFetches(), Date.now()]
  await pause(5000)
  // Each alone would have polled five times; their first fetches may coincide.
  expect(countFetches() - before).toBeLessThanOrEqual(7)
  for (const node of nodes) expect(lastFetchOf(node)).toBeGreaterThan(since + 2000)

  await redis.stop()
  await vi.waitFor(() => expect(nodes[0].catalog.shared?.isConnected()).toBe(false))
  const alone = countFetches()
  const [first, second] = await Promise.all(nodes.map(countFetchTimes))
  // Each can have one request in progress at the start and the end.
  expect(countFetches() - alone).toBeGreaterThanOrEqual(first! + second! - 2)
})

test.skipIf(!hasRedis)('a commit that one node fetches is soon on the other', async () => {
  const redis = await startRedis()
  const { history, nodes } = await startPair(redis.url, 3600)
  const [refreshed, other] = nodes
  const next = await extendHistory(history, [{ name: 'second', files: { 'l/de.json': '{}' } }])
  await refreshed.catalog.refresh()
  const commitOf = async ({ get }: TestServer) =>
    (await get<{ remote_commit: { revision: string } }>('/api/components/app/web/repository/'))
      .remote_commit.revision
  await vi.waitFor(async () => expect(await commitOf(other)).toBe(next.tip), 30_000)
  // The history, which `/api/components/` and the times of translations show, follows the commit.
  const expectSame = async () =>
    expect(await bodiesOf(refreshed, PATHS)).toEqual(await bodiesOf(other, PATHS))
  await vi.waitFor(expectSame, 30_000)
})
