import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'

let app: App
let catalog: Catalog

beforeAll(async () => {
  ;({ app, catalog } = await openDemo())
})
afterAll(() => catalog.close())

interface Failure {
  readonly check: string
  readonly explanation: string
  readonly spans: readonly {
    side: 'source' | 'target'
    form: number
    start: number
    end: number
  }[]
}

interface Unit {
  readonly id: number
  readonly url: string
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly has_failing_check: boolean
}

async function get<T>(address: string): Promise<T> {
  const response = await app.request(address.replace('http://localhost', ''))
  return (await response.json()) as T
}

async function failingUnits(): Promise<readonly Unit[]> {
  const { count, results } = await get<{ count: number; results: Unit[] }>(
    '/api/units/?q=has:check&page_size=10000',
  )
  expect([count, results.length]).toEqual([results.length, count])
  return results
}

test('every failing unit of the demo is explained, with spans inside its texts', async () => {
  const wrong: unknown[] = []
  for (const unit of await failingUnits()) {
    const failures = await get<Failure[]>(`/api/units/${unit.id}/checks/`)
    const texts = { source: unit.source, target: unit.target }
    const isExplained = failures.every(
      ({ explanation, spans }) =>
        /^[\p{Lu}`].*[^.\s]$/su.test(explanation) &&
        spans.every(({ side, form, start, end }) => {
          return 0 <= start && start < end && end <= (texts[side][form] ?? '').length
        }),
    )
    if (failures.length === 0 || !isExplained) wrong.push({ unit, failures })
  }
  expect(wrong).toEqual([])
})

test('a failing check says what it found and where', async () => {
  const [unit] = (
    await get<{ results: Unit[] }>(
      '/api/translations/tidewatch/web/ja/units/?q=check:i18next_interpolation',
    )
  ).results
  expect(await get(`/api/units/${unit?.id}/checks/`)).toEqual([
    {
      check: 'i18next_interpolation',
      name: 'i18next interpolation',
      description: 'The i18next interpolation does not match source',
      doc: 'https://docs.weblate.org/en/weblate-5.14.3/user/checks.html#check-i18next-interpolation',
      explanation: 'The translation has no `{{neap}}`',
      spans: [{ side: 'source', form: 0, start: 40, end: 48 }],
    },
  ])
  expect(unit?.source[0]?.slice(40, 48)).toBe('{{neap}}')
})

test('a check of many units names the others', async () => {
  const [unit] = (
    await get<{ results: Unit[] }>(
      '/api/translations/tidewatch/android/en/units/?q=check:multiple_failures',
    )
  ).results
  const [failure] = await get<Failure[]>(`/api/units/${unit?.id}/checks/`)
  expect([failure?.check, failure?.explanation, failure?.spans]).toEqual([
    'multiple_failures',
    'Checks fail in Portuguese (Brazil) and Spanish',
    [],
  ])
})

test('a unit without failing checks has an empty list', async () => {
  const { results } = await get<{ results: Unit[] }>('/api/units/?q=NOT+has:check&page_size=1')
  expect(await get(`/api/units/${results[0]?.id}/checks/`)).toEqual([])
})

interface Count {
  readonly check: string
  readonly units: number
  readonly units_url: string
}

test.each([
  ['/api/projects/tidewatch/checks/', 18],
  ['/api/components/tidewatch/android/checks/', 12],
  ['/api/translations/tidewatch/android/ru/checks/', 3],
])('%s counts the units that each check fails on; its links find them', async (address, length) => {
  const counts = await get<Count[]>(address)
  expect(counts.length).toBe(length)
  for (const { units, units_url } of counts) {
    expect((await get<{ count: number }>(units_url)).count).toBe(units)
  }
})

test('the counts of a translation are in the default order, with name and kind', async () => {
  const [first] = await get<Count[]>('/api/translations/tidewatch/help/zh_Hans/checks/?format=json')
  expect(first).toEqual({
    check: 'same',
    name: 'Unchanged translation',
    description: 'Source and translation are identical',
    doc: 'https://docs.weblate.org/en/weblate-5.14.3/user/checks.html#check-same',
    kind: 'target',
    units: 1,
    units_url:
      'http://localhost/api/translations/tidewatch/help/zh_Hans/units/?format=json&q=check%3Asame',
  })
})

test('all checks are listed with kind and flags', async () => {
  const { count, results } = await get<{ count: number; results: { check: string }[] }>(
    '/api/checks/',
  )
  expect([count, new Set(results.map(({ check }) => check)).size]).toEqual([84, 84])
  expect(results.find(({ check }) => check === 'c_sharp_format')).toEqual({
    check: 'c_sharp_format',
    name: 'C# format',
    description: 'C# format string does not match source',
    doc: 'https://docs.weblate.org/en/weblate-5.14.3/user/checks.html#check-c-sharp-format',
    severity: 'error',
    kind: 'target',
    enabled_by: ['c-sharp-format', 'csharp-format'],
    ignored_by: 'ignore-c-sharp-format',
  })
})

test.each([
  '/api/units/0/checks/',
  '/api/units/x/checks/',
  '/api/projects/nothing/checks/',
  '/api/components/tidewatch/nothing/checks/',
  '/api/translations/tidewatch/web/nothing/checks/',
])('%s is not found', async (path) => {
  expect((await app.request(path)).status).toBe(404)
})
