import { SEP } from '../../formats/entry.ts'
import { once } from '../cache.ts'
import type { Texts } from '../model/columns.ts'
import { failingRows, type Verdicts } from '../model/failing-checks.ts'
import { hashHalves } from '../model/hash.ts'
import type { Translation } from '../model/model.ts'
import { pathInProject } from '../model/paths.ts'
import { hasStatesOfHistory } from '../model/readiness.ts'
import { countsOfStates, OUTDATED_STATE, STATE } from '../model/statistics.ts'
import {
  findRow,
  locationOf,
  noteOf,
  priorityOf,
  rowOfHash,
  type SourceTable,
  unitPosition,
} from '../model/unit.ts'
import type { SearchColumns, TextColumn } from '../search/columns.ts'
import { createSearch } from '../search/search.ts'
import type { FoundUnit } from '../view/find.ts'
import { findRowOfId, unitId } from '../view/unit-id.ts'
import { sourceOf } from '../view/view.ts'
import { fromBits } from './row-bits.ts'

export { asksForOutdated } from '../search/search.ts'

/** Units that a search found, created on demand. */
export interface FoundUnits {
  readonly count: number
  unit(index: number): FoundUnit
}

/** Bits of the rows of a translation that terms on the log match, by `logKeyOf`. */
export type LoggedRows = ReadonlyMap<string, Uint32Array>

/** A query, and what its meaning depends on. */
export interface SearchOptions {
  /** A query in Weblate's query language; spaces alone match everything. */
  readonly query: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The verdict by which checks fail (default: Weblate's). */
  readonly by?: keyof Verdicts
  /** Returns the rows that `is:outdated` matches, as the keys of a map or set. Without it `is:outdated` is a QueryError. */
  readonly outdated?:
    | ((translation: Translation) => Pick<ReadonlySet<number>, 'has' | 'keys'>)
    | undefined
  /** Returns what `findLoggedRows` found. Without it a term on the log is a QueryError. */
  readonly logged?: ((translation: Translation) => LoggedRows) | undefined
}

/** Returns the search for a query in the grammar of the translation's version of Weblate. Throws QueryError. */
export function searchIn(
  translation: Translation | undefined,
  { query, now }: SearchOptions,
): ReturnType<typeof createSearch> {
  return createSearch(query, { now, weblate: translation?.component.config.weblate })
}

/** Returns the rows of one translation that match, ascending. Throws QueryError. */
export function searchTranslation(translation: Translation, options: SearchOptions): Uint32Array {
  return searchIn(translation, options).find(columnsOf(translation, options))
}

/**
 * The units of a translation as a search sees them. Without getters: each would give the object a shape of its own, which
 * keeps what it refers to until all memory is swept.
 */
export function columnsOf(translation: Translation, options: SearchOptions): SearchColumns {
  const { component } = translation
  const { outdated, logged, by = 'failing' } = options
  const isBilingual = component.config.template === ''
  // Read on demand: many conditions need no units.
  const units = once(translation.units)
  const table = () => units().table
  const source = sourceOf(component) ?? translation
  const sourceUnits = once(source.units)
  const sourceRow = (row: number) =>
    sourceUnits().table === table() ? row : findRow(sourceUnits().table, table(), row)
  return {
    count: translation.statistics.total.units,
    project: component.project.config.slug,
    component: component.config.slug,
    componentPath: pathInProject(component.config),
    componentName: component.config.name,
    language: translation.language.code,
    sources: tableColumn(() => table().sources),
    targets: { text: (row) => units().targets.at(row) ?? '' },
    contexts: isBilingual ? tableColumn(() => table().contexts) : contextColumn(table),
    notes: { text: (row) => noteOf(units(), row) },
    locations: { text: (row) => locationOf(units(), row) },
    explanations: {
      text: (row) => sourceUnits().table.explanations.get(sourceRow(row) ?? -1) ?? '',
      shared: () => (sourceUnits().table === table() ? table().explanations : undefined),
    },
    state: (row) => units().states[row] ?? STATE.empty,
    countsOfStates: () => statesOf(translation),
    automatic: () => units().automatic,
    sourceState: (row) => sourceUnits().states[sourceRow(row) ?? -1] ?? STATE.empty,
    position: (row) => unitPosition(units(), row),
    priority: (row) => priorityOf(units(), row),
    isPlural: (row) => (table().sources.at(row) ?? '').includes(SEP),
    id: (row) => unitId(translation, row),
    rowOfId: (id) => findRowOfId(translation, id),
    logged: logged && ((key) => fromBits(logged(translation).get(key) ?? new Uint32Array())),
    isOutdated: outdated && ((row) => outdated(translation).has(row)),
    failingChecks: () => failingRows(translation[by]),
  }
}

/** Counts the units in each state. Statistics do not distinguish states that only the history gives. */
function statesOf({ component, statistics, units }: Translation): ReadonlyMap<number, number> {
  const { config } = component
  const isTold = OUTDATED_STATE[config.weblate] === STATE.fuzzy || !hasStatesOfHistory(config)
  if (isTold) return countsOfStates(statistics)
  const counts = new Map<number, number>()
  for (const state of units().states) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

function tableColumn(texts: () => Texts): TextColumn & Required<Pick<TextColumn, 'rowsWith'>> {
  return {
    text: (row) => texts().at(row) ?? '',
    shared: texts,
    rowsWith(text) {
      const rows: number[] = []
      const { length } = texts()
      for (let row = 0; row < length; row++) if (texts().at(row) === text) rows.push(row)
      return rows
    },
  }
}

/** For a monolingual component: the context alone identifies a unit, so its hash finds the row. */
function contextColumn(table: () => SourceTable): TextColumn {
  return {
    ...tableColumn(() => table().contexts),
    rowsWith(text) {
      const row = rowOfHash(table(), ...hashHalves(text))
      return row === undefined || table().contexts.at(row) !== text ? [] : [row]
    },
  }
}
