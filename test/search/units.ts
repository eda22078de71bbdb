import { expect } from 'vitest'
import type { SearchColumns, TextColumn } from '../../src/search/columns.ts'
import { logTestOf } from '../../src/search/log-term.ts'
import { createSearch } from '../../src/search/search.ts'

/** A unit for tests of the search; queries return its name. */
export interface TestUnit {
  readonly name: string
  readonly source?: string
  readonly target?: string
  readonly context?: string
  readonly note?: string
  readonly location?: string
  readonly explanation?: string
  readonly state?: number
  readonly isAutomatic?: boolean
  readonly sourceState?: number
  readonly priority?: number
  readonly id?: number
  readonly position?: number
  /** ISO 8601. */
  readonly time?: string
  readonly actions?: readonly number[]
  readonly authors?: readonly string[]
  readonly checks?: readonly string[]
}

export interface TestTranslation {
  /** `project/component/language`, categories before the component. */
  readonly path: string
  readonly componentName?: string
  readonly units: readonly TestUnit[]
}

/** Saturday. */
export const NOW: number = Date.parse('2026-11-21T12:34:56Z')

/** Names of the units that match a query. */
export function find(query: string, translations: readonly TestTranslation[]): string[] {
  const search = createSearch(query, { now: NOW })
  const rows = translations.map((translation) => search.find(columnsOf(translation)))
  const counts = translations.map((translation) => {
    const rowsOrCount = search.findOrCount(columnsOf(translation))
    return typeof rowsOrCount === 'number' ? rowsOrCount : rowsOrCount.length
  })
  expect(counts).toEqual(
    rows.map((translationRows, index) => (translationRows ?? translations[index]?.units)?.length),
  )
  return translations.flatMap(({ units }, index) =>
    units.filter((_, row) => rows[index]?.includes(row) ?? true).map(({ name }) => name),
  )
}

export function columnsOf({ path, componentName = '', units }: TestTranslation): SearchColumns {
  const [project = '', ...inProject] = path.split('/')
  const language = inProject.pop() ?? ''
  const component = inProject.at(-1) ?? ''
  const unit = (row: number) => units[row] ?? { name: '' }
  const column = (textOf: (unit: TestUnit) => string | undefined): TextColumn => ({
    text: (row) => textOf(unit(row)) ?? '',
  })
  return {
    count: units.length,
    project,
    component,
    componentPath: inProject.join('/'),
    componentName,
    language,
    sources: { ...column(({ source }) => source), shared: () => units },
    targets: column(({ target }) => target),
    contexts: {
      ...column(({ context }) => context),
      rowsWith: (text) => units.flatMap(({ context = '' }, row) => (context === text ? [row] : [])),
    },
    notes: column(({ note }) => note),
    locations: column(({ location }) => location),
    explanations: column(({ explanation }) => explanation),
    state: (row) => unit(row).state ?? 0,
    countsOfStates() {
      const counts = new Map<number, number>()
      for (const { state = 0 } of units) counts.set(state, (counts.get(state) ?? 0) + 1)
      return counts
    },
    automatic: () =>
      new Set(units.flatMap(({ isAutomatic = false }, row) => (isAutomatic ? [row] : []))),
    sourceState: (row) => unit(row).sourceState ?? 20,
    position: (row) => unit(row).position ?? row + 1,
    priority: (row) => unit(row).priority ?? 100,
    isPlural: (row) => unit(row).source?.includes('\u001e') ?? false,
    id: (row) => unit(row).id ?? 0,
    rowOfId: (id) => {
      const row = units.findIndex((unit) => unit.id === id)
      return row === -1 ? undefined : row
    },
    logged(key) {
      const [field, operator, value] = JSON.parse(key)
      const test = logTestOf({ kind: 'term', field, operator, value, position: 0 }, NOW)
      return units.flatMap(({ time = '', actions = [], authors = [] }, row) => {
        const millis = Date.parse(time)
        if (test.about === 'author') return authors.some(test.test) ? [row] : []
        if (test.about !== 'entry') return test.test(millis) ? [row] : []
        return [...actions, 0].some((action) => test.test({ action, time: millis })) ? [row] : []
      })
    },
    isOutdated: undefined,
    failingChecks: () =>
      units.flatMap(({ checks = [] }, row) => (checks.length > 0 ? [[row, checks] as const] : [])),
  }
}
