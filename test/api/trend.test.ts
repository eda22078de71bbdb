import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { evenTimes, readTrend } from '../../src/history/trend/trend.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { commitAs } from '../support/commit-as.ts'
import { cloneShallow, createTemporaryFolder, hasGit } from '../support/git-repository.ts'

type Texts = Readonly<Record<string, string>>

interface TrendBody {
  readonly complete: boolean
  readonly history: unknown
  readonly points: readonly Readonly<Record<string, string | number | null>>[]
  readonly skipped: readonly Readonly<Record<string, string>>[]
}

const ada = 'Ada <ada@example.com>'

/** A commit a day: what each language has, `undefined` for no file, a text for a broken one. */
async function write(gitdir: string, days: readonly Readonly<Record<string, Texts | string>>[]) {
  for (const [day, languages] of days.entries()) {
    const tree = Object.fromEntries(
      Object.entries(languages).map(([code, texts]) => [
        `locales/${code}.json`,
        typeof texts === 'string' ? texts : JSON.stringify(texts),
      ]),
    )
    await commitAs({ gitdir, author: ada, day, tree })
  }
}

async function serve(
  gitdir: string,
  site: object = {},
  settings: object = {},
): Promise<TestServer> {
  const component = {
    file_format: 'json',
    filemask: 'locales/*.json',
    template: 'locales/en.json',
  }
  const server = await serveProjects(
    [
      {
        slug: 'app',
        name: 'App',
        web: 'https://example.org/',
        components: [{ slug: 'web', name: 'Web', repo: gitdir, ...component, ...settings }],
      },
    ],
    site,
  )
  onTestFinished(() => server.catalog.close())
  await server.catalog.complete
  return server
}

/** `day: total translated fuzzy failing`. */
function lines({ points }: TrendBody): string[] {
  return points.map(
    ({ timestamp, total, translated, fuzzy, failing }) =>
      `${String(timestamp).slice(0, 10)}: ${total} ${translated} ${fuzzy} ${failing}`,
  )
}

const en = { hello: 'Hello', more: 'Read more…', url: 'Go' }
const history = [
  { en: { hello: 'Hello' } },
  { en: { hello: 'Hello' }, cs: { hello: 'Ahoj' } },
  { en, cs: { hello: 'Ahoj' } },
  { en, cs: '{' },
  { en, cs: { hello: 'Ahoj', more: 'Dalsi' }, de: { hello: 'Hallo' } },
]

describe('a trend', () => {
  const repository = async () => {
    const gitdir = join(createTemporaryFolder(), 'trend.git')
    await write(gitdir, history)
    return gitdir
  }

  test('has unit counts at evenly spaced times, also across broken revisions', async () => {
    const server = await serve(await repository())
    const [component, translation, project] = await Promise.all(
      ['components/app/web', 'translations/app/web/cs', 'projects/app'].map((place) =>
        server.get<TrendBody>(`/api/${place}/trend/?points=5`),
      ),
    )
    expect(lines(component as TrendBody)).toEqual([
      '2024-01-01: 1 1 0 0',
      '2024-01-02: 2 2 0 0',
      '2024-01-03: 6 4 0 0',
      '2024-01-04: 6 4 0 0',
      '2024-01-05: 9 6 0 1',
    ])
    expect(project).toEqual(component)
    expect(lines(translation as TrendBody)).toEqual([
      '2024-01-01: 0 0 0 0',
      '2024-01-02: 1 1 0 0',
      '2024-01-03: 3 1 0 0',
      '2024-01-04: 3 1 0 0',
      '2024-01-05: 3 2 0 1',
    ])
    expect(component?.skipped).toEqual([
      {
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
        timestamp: '2024-01-04T00:00:00.000000Z',
        filename: 'locales/cs.json',
        message: expect.stringContaining('locales/cs.json:1:2'),
      },
    ])
    expect([component?.complete, component?.history]).toEqual([
      true,
      { complete: true, since: null },
    ])
  })

  test('ends with what is served', async () => {
    const server = await serve(await repository())
    const { points } = await server.get<TrendBody>('/api/components/app/web/trend/?points=1')
    const { results } = await server.get<{ results: Record<string, number>[] }>(
      '/api/components/app/web/statistics/',
    )
    const sum = (key: string) => results.reduce((total, result) => total + (result[key] ?? 0), 0)
    const commit = readFileSync(join(await repository(), 'refs/heads/main'), 'utf8').trim()
    expect(points).toEqual([
      {
        timestamp: '2024-01-05T00:00:00.000000Z',
        commit,
        total: sum('total'),
        translated: sum('translated'),
        fuzzy: sum('fuzzy'),
        failing: sum('failing'),
      },
    ])
  })

  test.each([
    ['from=2024-01-02&to=2024-01-03T00:00:00Z&points=3', ['2 2 0 0', '2 2 0 0', '6 4 0 0']],
    ['from=2023-01-01&to=2023-12-31&points=2', ['0 0 0 0', '0 0 0 0']],
    ['from=2030-01-01&to=2030-01-02&points=2', ['9 6 0 1', '9 6 0 1']],
  ])('of %s', async (query, expected) => {
    const server = await serve(await repository())
    const body = await server.get<TrendBody>(`/api/components/app/web/trend/?${query}`)
    expect(lines(body).map((line) => line.slice(12))).toEqual(expected)
  })

  test.each([
    ['from=yesterday', 'from', 'Enter a valid date/time.'],
    ['to=2024-02-31T99', 'to', 'Enter a valid date/time.'],
    ['from=2024-02-02&to=2024-02-01', 'from', 'Expected a time before `to`.'],
    ['points=0', 'points', 'Enter a whole number from 1 to 500.'],
    ['points=501', 'points', 'Enter a whole number from 1 to 500.'],
    ['points=-1', 'points', 'Enter a whole number from 1 to 500.'],
    ['points=1e2', 'points', 'Enter a whole number from 1 to 500.'],
  ])('of %s is refused', async (query, attr, detail) => {
    const server = await serve(await repository())
    const response = await server.app.request(`/api/projects/app/trend/?${query}`)
    expect([response.status, await response.json()]).toEqual([
      400,
      { type: 'validation_error', errors: [{ code: 'invalid', detail, attr }] },
    ])
  })

  test('has the states that the component follows, like the served view', async () => {
    const gitdir = join(createTemporaryFolder(), 'followed.git')
    await write(gitdir, [
      { en: { hello: 'Hello' }, cs: { hello: 'Ahoj' } },
      { en: { hello: 'Hello you' }, cs: { hello: 'Ahoj' } },
      { en: { hello: 'Hello you' }, cs: { hello: 'Ahoj ty' } },
    ])
    const server = await serve(gitdir, {}, { state_from: 'follow' })
    const place = '/api/translations/app/web/cs'
    expect(lines(await server.get<TrendBody>(`${place}/trend/?points=3`))).toEqual([
      '2024-01-01: 1 1 0 0',
      '2024-01-02: 1 0 1 0',
      '2024-01-03: 1 1 0 0',
    ])
    const { results } = await server.get<{ results: { url: string }[] }>(`${place}/units/`)
    const { pathname } = new URL(results[0]?.url ?? '')
    const { results: versions } = await server.get<{ results: Record<string, unknown>[] }>(
      `${pathname}history/`,
    )
    expect(versions.map(({ state, previous_source }) => [state, previous_source])).toEqual([
      [20, ''],
      [11, 'Hello'],
      [20, ''],
    ])
  })

  test('is incomplete when time runs out, and complete otherwise', async () => {
    const server = await serve(await repository())
    const { historyOf, current } = server.catalog
    const components = current().projects[0]?.components ?? []
    const times = [1_704_067_200, 1_704_412_800]
    const ask = (milliseconds: number) =>
      readTrend({ components }, { historyOf, times, milliseconds })
    const [hasty, patient] = [await ask(-1), await ask(60_000)]
    expect([hasty.isComplete, hasty.points.map(({ counts }) => counts)]).toEqual([
      false,
      [undefined, undefined],
    ])
    expect([patient.isComplete, patient.points.map(({ counts }) => counts)]).toEqual([
      true,
      [
        [1, 1, 0, 0],
        [9, 6, 0, 1],
      ],
    ])
  })

  test.skipIf(!hasGit())('of a shallow clone has no counts before its oldest commit', async () => {
    const shallow = join(createTemporaryFolder(), 'shallow.git')
    cloneShallow(await repository(), shallow, 3)
    const server = await serve(shallow)
    const body = await server.get<TrendBody>(
      '/api/translations/app/web/cs/trend/?from=2024-01-02&points=4',
    )
    expect(lines(body)).toEqual([
      '2024-01-02: null null null null',
      '2024-01-03: 3 1 0 0',
      '2024-01-04: 3 1 0 0',
      '2024-01-05: 3 2 0 1',
    ])
    expect(body.history).toEqual({ complete: false, since: '2024-01-03T00:00:00.000000Z' })
  })

  test.skipIf(!hasGit())('is stored, and computed again if the file is damaged', async () => {
    const url = `file://${await repository()}`
    const site = { data_dir: createTemporaryFolder() }
    const address = '/api/projects/app/trend/?points=3'
    const first = await serve(url, site)
    const body = await first.get<TrendBody>(address)
    await first.catalog.close()

    const second = await serve(url, site)
    expect(await second.get<TrendBody>(address)).toEqual(body)
    await second.catalog.close()

    const folder = join(site.data_dir, 'store')
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    let damaged = 0
    for (const file of names
      .filter((name) => name.endsWith('.values'))
      .map((name) => join(folder, name))) {
      const bytes = readFileSync(file)
      for (let at = bytes.indexOf('[3,2,0,1]'); at >= 0; at = bytes.indexOf('[3,2,0,1]', at + 1)) {
        bytes.write('[3,3,0,1]', at)
        damaged++
      }
      writeFileSync(file, bytes)
    }
    expect(damaged).toBeGreaterThan(0)
    const third = await serve(url, site)
    expect(await third.get<TrendBody>(address)).toEqual(body)
  })
})

test.each([
  [{ from: 0, to: 10, points: 3 }, [0, 5, 10]],
  [{ from: 0, to: 10, points: 4 }, [0, 3, 7, 10]],
  [{ from: 0, to: 10, points: 1 }, [10]],
  [{ from: 10, to: 10, points: 50 }, [10]],
])('even times of %j are %j', (range, expected) => {
  expect(evenTimes(range)).toEqual(expected)
})
