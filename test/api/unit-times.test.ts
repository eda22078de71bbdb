import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory, extendHistory, type Step } from '../support/history.ts'

interface Unit {
  readonly id: number
  readonly url: string
  readonly context: string
  readonly timestamp: string
  readonly last_updated: string
  readonly source_unit: string
}

interface Change {
  readonly unit: string | null
  readonly action: number
  readonly timestamp: string
}

const files = (en: object, cs: object, more: object = {}) => ({
  'l/en.json': JSON.stringify(en),
  'l/cs.json': JSON.stringify(cs),
  'm/en.json': JSON.stringify(more),
  't/de.tbx': glossary({ Haus: 'house', ...more }),
})

function glossary(terms: object): string {
  const entries = Object.entries(terms).map(
    ([target, source], index) =>
      `<termEntry id="t${index}"><langSet xml:lang="en"><tig><term>${source}</term></tig></langSet>` +
      `<langSet xml:lang="de"><tig><term>${target}</term></tig></langSet></termEntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><martif type="TBX"><text><body>${entries.join('')}</body></text></martif>`
}

const english = { hello: 'Hello', bye: 'Bye' }
const steps: readonly Step[] = [
  { name: 'added', files: files(english, { hello: 'Ahoj' }) },
  { name: 'other', files: files(english, { hello: 'Ahoj' }, { more: 'More' }) },
  {
    name: 'source',
    files: files({ ...english, hello: 'Hi' }, { hello: 'Ahoj' }, { more: 'More' }),
  },
  { name: 'removed', files: files({ hello: 'Hi' }, { hello: 'Ahoj' }, { more: 'More' }) },
  {
    name: 'again',
    files: files({ ...english, hello: 'Hi' }, { hello: 'Ahoj' }, { more: 'More!' }),
  },
]

async function serve(path: string): Promise<TestServer> {
  const common = { name: 'C', repo: path, branch: 'main' }
  const json = (slug: string, folder: string) => ({
    ...common,
    slug,
    ...{ file_format: 'json', filemask: `${folder}/*.json`, template: `${folder}/en.json` },
  })
  const components = [
    json('a', 'm'),
    json('c', 'l'),
    { ...common, slug: 'g', file_format: 'tbx', filemask: 't/*.tbx' },
  ].map((component) => ({ ...component, name: component.slug }))
  const server = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://example.com/', components }],
    { weblate: '5.14' },
  )
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

const componentsOf = (catalog: Catalog) =>
  catalog.current().projects.flatMap(({ components }) => components)

/** The times of all units, once they are found out: `context: timestamp, last_updated`. */
async function timesIn({ catalog, get }: TestServer): Promise<string[]> {
  const list = async () => (await get<{ results: Unit[] }>('/api/units/?format=json')).results
  await list()
  await expect
    .poll(() => componentsOf(catalog).filter(({ times }) => times === undefined), { timeout: 9000 })
    .toEqual([])
  return (await list()).map((unit) => `${unit.url}: ${unit.timestamp}, ${unit.last_updated}`)
}

/** The same, derived from the log. */
async function timesInLog({ get }: TestServer): Promise<string[]> {
  const units = (await get<{ results: Unit[] }>('/api/units/?format=json')).results
  const log = (await get<{ results: Change[] }>('/api/changes/?format=json&page_size=1000')).results
  return units.map(({ url }) => {
    const newest = (...actions: number[]) =>
      log.find(({ unit, action }) => unit === url && actions.includes(action))?.timestamp
    return `${url}: ${newest(71, 13)}, ${newest(71, 13, 59, 30)}`
  })
}

test('a unit has the times when it was added and when its content last changed', async () => {
  const history = await createHistory(steps)
  const server = await serve(history.path)
  const times = await timesIn(server)
  expect(times).toEqual(await timesInLog(server))
  expect(times.map((line) => line.replace(/.*: /, ''))).toEqual([
    '2024-01-05T00:00:00.000006Z, 2024-01-05T00:00:00.000006Z',
    '2024-01-01T00:00:00.000007Z, 2024-01-01T00:00:00.000007Z',
    '2024-01-05T00:00:00.000007Z, 2024-01-05T00:00:00.000007Z',
    '2024-01-01T00:00:00.000008Z, 2024-01-01T00:00:00.000008Z',
    '2024-01-05T00:00:00.000004Z, 2024-01-05T00:00:00.000004Z',
    '2024-01-01T00:00:00.000004Z, 2024-01-03T00:00:00.000003Z',
    '2024-01-05T00:00:00.000002Z, 2024-01-05T00:00:00.000002Z',
    '2024-01-01T00:00:00.000001Z, 2024-01-03T00:00:00.000000Z',
    '2024-01-02T00:00:00.000000Z, 2024-01-05T00:00:00.000000Z',
  ])
})

test('searches by time wait until they find the units with these times', async () => {
  const history = await createHistory(steps)
  const server = await serve(history.path)
  const find = async (q: string) =>
    (await server.get<{ results: Unit[] }>(`/api/units/?q=${encodeURIComponent(q)}`)).results
  expect((await find('added:2024-01-01')).length).toBe(4)
  await timesIn(server)
  const units = await find('')
  const sourceOf = (unit: Unit) => units.find(({ url }) => url === unit.source_unit)
  const times: Record<string, (unit: Unit) => string | undefined> = {
    added: (unit) => unit.timestamp,
    last_changed: (unit) => unit.last_updated,
    source_changed: (unit) => sourceOf(unit)?.last_updated,
  }
  for (const [field, timeOf] of Object.entries(times)) {
    for (const day of ['2024-01-01', '2024-01-03', '2024-01-05']) {
      const expected = units.filter((unit) => timeOf(unit)?.startsWith(day))
      expect([field, day, await find(`${field}:${day}`)]).toEqual([field, day, expected])
    }
  }
  expect((await find('added:2024-01-01 AND last_changed:2024-01-03')).length).toBe(2)
})

test('when a branch moves, new units get times and old ones keep theirs', async () => {
  const history = await createHistory(steps)
  const server = await serve(history.path)
  await timesIn(server)
  const texts = { ...english, hello: 'Hi', again: 'Again' }
  await extendHistory(history, [
    { name: 'newer', files: files(texts, { hello: 'Ahoj', bye: 'Sbohem' }, { more: 'More!' }) },
  ])
  await server.catalog.refresh()
  const times = await timesIn(server)
  expect(times).toEqual(await timesInLog(server))
  expect(times.filter((line) => line.includes('2024-01-06')).length).toBe(3)
})

test('until the log is read, and at other refs, units have the time of the commit', async () => {
  const history = await createHistory(steps)
  const server = await serve(history.path)
  const served = '2024-01-05T00:00:00.000000Z'
  const timesOf = async (path: string) =>
    (await server.get<{ results: Unit[] }>(path)).results.map((unit) => unit.timestamp)
  expect(new Set(await timesOf('/api/units/'))).toEqual(new Set([served]))
  expect(new Set(await timesOf(`/api/units/?ref=${history.tip}`))).toEqual(new Set([served]))
})

test('times of units are part of the key of a view, but not of its projects', async () => {
  const { catalog } = await serve((await createHistory(steps)).path)
  await catalog.complete
  const before = catalog.current()
  await catalog.wantTimes(before.projects[0]!.components[0]!)
  const after = catalog.current()
  expect(after.projects[0]!.components[0]!.times).toBeDefined()
  expect(after.key).not.toBe(before.key)
  expect(after.projects[0]!.key).toBe(before.projects[0]!.key)
})
