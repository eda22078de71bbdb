import { SEP } from '../../formats/entry.ts'
import { firstNotBefore } from '../bisect.ts'
import { createCache, identityOf, once, oncePer } from '../cache.ts'
import type { SearchColumns, TextColumn } from '../search/columns.ts'
import { createSearch } from '../search/search.ts'
import type { Texts } from './columns.ts'
import { failingOn, type Verdicts } from './failing-checks.ts'
import { hashHalves } from './hash.ts'
import { ACTION } from './history/changes/step-change.ts'
import type { OutdatedRows } from './history/states/outdated-rows.ts'
import type { Component, Translation, View } from './model.ts'
import { pathInProject } from './paths.ts'
import { countsOfStates, STATE } from './statistics.ts'
import {
  findRow,
  locationOf,
  noteOf,
  priorityOf,
  rowOfHash,
  type SourceTable,
  unitPosition,
} from './unit.ts'
import { findRowOfId, unitId, unitIds } from './view/unit-id.ts'
import { componentsOf, translationsOf } from './view/view.ts'

export { asksForOutdated, QueryError } from '../search/search.ts'

/** A unit: its translation and its row there. */
interface FoundUnit {
  readonly translation: Translation
  readonly row: number
}

/** Units that a search found; each is made when it is asked for. */
export interface FoundUnits {
  readonly count: number
  unit(index: number): FoundUnit
}

/** What is looked for. */
export interface SearchOptions {
  /** In Weblate's search language; spaces alone find everything. */
  readonly query: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Told of a component with units whose times the query asks for while they are not known. */
  readonly wantTimes?: (component: Component) => void
  /** By which verdict checks fail; by default Weblate's. */
  readonly by?: keyof Verdicts
  /** What `is:outdated` finds; without it that is a QueryError. */
  readonly outdated?: OutdatedRows | undefined
}

/** The units of one translation that match, ordered by position. Throws QueryError. */
export function searchTranslation(translation: Translation, options: SearchOptions): FoundUnits {
  const rows = createSearch(options.query, options).find(columnsOf(translation, options))
  return {
    count: rows?.length ?? translation.statistics.total.units,
    unit: (index) => ({ translation, row: rows === undefined ? index : (rows[index] ?? 0) }),
  }
}

/** Of searches, where the units that they found end in each translation: a client asks for one page after another. */
const endsOf = createCache<Uint32Array>({ maxBytes: 8 << 20 })
const DAY = 86_400_000

/** All translations, and their places in the order of their ids. */
interface Order {
  readonly translations: readonly Translation[]
  readonly byId: Uint32Array
}

const orderOf = oncePer((view: View): Order => {
  const translations = translationsOf(componentsOf(view))
  const idOf = (place: number) => translations[place]?.id ?? 0
  return {
    translations,
    byId: Uint32Array.from(translations.keys()).sort((a, b) => idOf(a) - idOf(b)),
  }
})

/** The units of everything that is served that match, ordered by id; yields after each translation. Throws QueryError. */
export function* searchView(view: View, options: SearchOptions): Generator<void, FoundUnits> {
  const day = Math.floor(options.now / DAY)
  const key = `${identityOf(view).text} ${options.by ?? ''} ${day} ${options.query}`
  const order = orderOf(view)
  const known = endsOf.get(key)
  const ends = known ?? (yield* countFound(order, options))
  if (known === undefined) endsOf.set(key, ends, ends.byteLength)
  return listFound(order, ends, options)
}

/** Where the units found in each translation end in the list of all that are found, in the order of their ids. */
function* countFound(
  { translations, byId }: Order,
  options: SearchOptions,
): Generator<void, Uint32Array> {
  const search = createSearch(options.query, options)
  const counts = new Uint32Array(translations.length)
  // Not in the order of ids: translations of a component share what was found.
  for (const [place, translation] of translations.entries()) {
    counts[place] = search.isEverything
      ? translation.statistics.total.units
      : search.count(columnsOf(translation, options))
    yield
  }
  let end = 0
  return byId.map((place) => {
    end += counts[place] ?? 0
    return end
  })
}

/** Which rows were found is not kept: it is found again in the translations of a page. */
function listFound(
  { translations, byId }: Order,
  ends: Uint32Array,
  options: SearchOptions,
): FoundUnits {
  const count = ends.at(-1) ?? 0
  let last: { readonly translation: Translation; readonly rows: Uint32Array } | undefined
  return {
    count,
    unit(index) {
      const at = firstNotBefore(ends.length, (end) => (ends[end] ?? 0) <= index)
      const translation = translations[byId[at] ?? -1]
      if (translation === undefined) throw new RangeError(`unit ${index} of ${count}`)
      if (last?.translation !== translation) {
        last = { translation, rows: findById(translation, options) }
      }
      return { translation, row: last.rows[index - (ends[at - 1] ?? 0)] ?? 0 }
    },
  }
}

/** The rows of a translation that match, in the order of their ids. */
function findById(translation: Translation, options: SearchOptions): Uint32Array {
  const found = createSearch(options.query, options).find(columnsOf(translation, options))
  const count = translation.statistics.total.units
  const rows = found ?? Uint32Array.from({ length: count }, (_, row) => row)
  const idOf = unitIds(translation)
  return rows.sort((a, b) => idOf(a) - idOf(b))
}

/**
 * The units of a translation as a search sees them. Without getters: each would give the object a shape of its own, which
 * keeps what it refers to until all memory is swept.
 */
function columnsOf(translation: Translation, options: SearchOptions): SearchColumns {
  const { component } = translation
  const { outdated, by = 'failing' } = options
  const isBilingual = component.config.template === ''
  // Read when they are looked at: many conditions need none.
  const units = once(translation.units)
  const table = () => units().table
  const source = component.translations.find((one) => one.isSource) ?? translation
  const sourceUnits = once(source.units)
  const sourceRow = (row: number) =>
    sourceUnits().table === table() ? row : findRow(sourceUnits().table, table(), row)
  const timeOf = createTimes(translation, options)
  let sourceTimeOf: typeof timeOf | undefined
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
    countsOfStates: () => countsOfStates(translation.statistics),
    sourceState: (row) => sourceUnits().states[sourceRow(row) ?? -1] ?? STATE.empty,
    position: (row) => unitPosition(units(), row),
    priority: (row) => priorityOf(units(), row),
    isPlural: (row) => (table().sources.at(row) ?? '').includes(SEP),
    id: (row) => unitId(translation, row),
    rowOfId: (id) => findRowOfId(translation, id),
    time(row, kind) {
      if (kind !== 'sourceChanged') return timeOf(row, kind === 'added' ? 'added' : 'updated')
      sourceTimeOf ??= createTimes(source, options)
      return sourceTimeOf(sourceRow(row) ?? -1, 'updated')
    },
    actions: actionsOf(translation),
    authors: () => [],
    isOutdated: outdated && ((row) => outdated(translation).has(row)),
    failingChecks: (row) => failingOn(translation[by], row),
  }
}

/** In milliseconds since 1970. What the log does not say, or not yet, happened in the served commit. */
function createTimes(
  { component, language }: Translation,
  { wantTimes }: SearchOptions,
): (row: number, kind: 'added' | 'updated') => number | undefined {
  const seconds = component.commit?.committer.timestamp
  const served = seconds === undefined ? undefined : 1000 * seconds
  const times = component.times?.get(language.code)
  let wasAsked = component.times !== undefined
  return (row, kind) => {
    if (!wasAsked) wantTimes?.(component)
    wasAsked = true
    const micros = times?.[kind][row] ?? 0
    return micros === 0 ? served : micros / 1000
  }
}

/** As the log of a fresh import has it. */
function actionsOf(translation: Translation): () => readonly number[] {
  const { filename, isSource, alert } = translation
  const isFilled = isSource && filename === ''
  const actions = isFilled ? [ACTION.sourceAdded] : alert === undefined ? [ACTION.stringAdded] : []
  return () => actions
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

/** Of a monolingual component: the context alone identifies a unit, so its hash finds the row. */
function contextColumn(table: () => SourceTable): TextColumn {
  return {
    ...tableColumn(() => table().contexts),
    rowsWith(text) {
      const row = rowOfHash(table(), ...hashHalves(text))
      return row === undefined || table().contexts.at(row) !== text ? [] : [row]
    },
  }
}
