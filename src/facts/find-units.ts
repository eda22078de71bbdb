import { asksForOutdated, type SearchOptions, searchTranslation } from '../catalog/search.ts'
import { failureMessages } from '../checking/explain-checks.ts'
import { descriptionsById } from '../checks/registry.ts'
import { guess } from '../config/nearest.ts'
import { QueryError, UsageError } from '../errors.ts'
import type { OutdatedUnit } from '../history/states/outdated.ts'
import { failingOn } from '../model/failing-checks.ts'
import type { Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isFuzzy, STATE } from '../model/statistics.ts'
import {
  checksumText,
  keyOrSource,
  noteOf,
  previousSourceOf,
  sourceForms,
  targetForms,
} from '../model/unit.ts'
import {
  type FindUnitLocations,
  isPlaceOfSource,
  type UnitLocation,
} from '../reading/unit-places.ts'
import type { UnitRecord } from './records.ts'
import type { Selected } from './selection.ts'

/** The states of a unit, by their names in the query language. */
export const STATE_NAMES: Readonly<Record<string, number>> = {
  untranslated: STATE.empty,
  'needs-editing': STATE.fuzzy,
  translated: STATE.translated,
  approved: STATE.approved,
  'read-only': STATE.readOnly,
}

/** What is shown for an outdated unit. */
export interface OutdatedFacts extends Pick<OutdatedUnit, 'previousSource' | 'commits'> {
  readonly changed: Pick<OutdatedUnit['changed'], 'commit' | 'seconds'>
}

/** Conditions on units, all of which must hold. */
export interface UnitFilter {
  /** Keys of `STATE_NAMES`, any of which matches (default: all). */
  readonly states?: readonly string[] | undefined
  /** Ids of checks, any of which must fail (default: all units). */
  readonly checks?: readonly string[] | undefined
  /** Query in Weblate's query language (default: all). */
  readonly query?: string | undefined
  /** Whether to return only units whose source changed after their translation (default: false). */
  readonly onlyOutdated?: boolean
  /** Outdated units, found before; needed for `onlyOutdated` and for a query that asks for them. */
  readonly outdated?: ((translation: Translation) => ReadonlyMap<number, OutdatedFacts>) | undefined
}

/** A unit that passed the filter. */
export interface FoundUnit {
  readonly translation: Translation
  readonly row: number
  /** Undefined if its translation is up to date, or if that was not asked for. */
  readonly outdated: OutdatedFacts | undefined
}

/** Returns the units that match, by component, language and position. Throws UsageError. */
export function* findUnits(
  selected: readonly Selected[],
  { states: named, checks, query = '', onlyOutdated = false, outdated }: UnitFilter,
): Generator<FoundUnit> {
  const namedStates = named && new Set(named.map(stateNamed))
  const fault = faultOfChecks(checks ?? [])
  if (fault !== undefined) throw new UsageError(fault)
  const now = Date.now()
  for (const translation of selected.flatMap(({ translations }) => translations)) {
    const { verdict, units } = translation
    const late = outdated?.(translation)
    if (onlyOutdated && !late?.size) continue
    if (checks !== undefined && verdict.length === 0) continue
    const states = namedStates && units().states
    const isWanted = (row: number): boolean =>
      (!onlyOutdated || late?.has(row) === true) &&
      namedStates?.has(namedState(states?.[row])) !== false &&
      (checks === undefined || failingOn(verdict, row).some((id) => checks.includes(id)))
    const outdatedRows = late && (() => late)
    for (const row of search(translation, { query, now, by: 'verdict', outdated: outdatedRows })) {
      if (isWanted(row)) yield { translation, row, outdated: late?.get(row) }
    }
  }
}

function search(translation: Translation, options: SearchOptions) {
  try {
    return searchTranslation(translation, options)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    throw new UsageError(`wrong query ${JSON.stringify(options.query)}: ${error.message}`, {
      cause: error,
    })
  }
}

/** Returns the state whose name a state has: one from history counts as needing editing. */
function namedState(state: number = STATE.empty): number {
  return isFuzzy(state) ? STATE.fuzzy : state
}

const NAMES = new Map(Object.entries(STATE_NAMES).map(([name, state]) => [state, name]))

/** Returns the key of `STATE_NAMES` for a state. */
export function nameOfState(state: number | undefined): string {
  return NAMES.get(namedState(state)) ?? 'untranslated'
}

function stateNamed(name: string): number {
  const state = Object.hasOwn(STATE_NAMES, name) ? STATE_NAMES[name] : undefined
  if (state !== undefined) return state
  const names = Object.keys(STATE_NAMES)
  const hint = guess(name, names) || `; known: ${names.join(', ')}`
  throw new UsageError(`there is no state ${JSON.stringify(name)}${hint}`)
}

/** Returns what is wrong with the first unknown id of a check; undefined if all are known. */
export function faultOfChecks(
  ids: readonly string[],
  knownIds: readonly string[] = [...descriptionsById.keys()],
): string | undefined {
  const unknown = ids.find((id) => !knownIds.includes(id))
  if (unknown === undefined) return undefined
  return `there is no check ${JSON.stringify(unknown)}${guess(unknown, knownIds)}`
}

/** Returns everything shown for a unit; undefined for one without a file. */
export function unitRecord(
  { translation, row, outdated }: FoundUnit,
  place: UnitLocation | undefined,
): UnitRecord {
  const units = translation.units()
  return {
    component: placeOf(translation.component),
    language: translation.language.code,
    ...placeRecord(translation, place),
    context: keyOrSource(units, row),
    checksum: checksumText(units, row),
    state: nameOfState(units.states[row]),
    source: sourceForms(units, row),
    target: targetForms(units, row),
    previousSource: outdated?.previousSource ?? previousSourceOf(units, row),
    note: noteOf(units, row),
    checks: failureMessages(translation, row),
    outdated: outdated
      ? {
          commit: outdated.changed.commit,
          changed: new Date(1000 * outdated.changed.seconds).toISOString(),
          commits: outdated.commits,
        }
      : null,
  }
}

/** Returns what a filter needs: the history if it asks for outdated strings. */
export function needsOf({ onlyOutdated = false, query = '' }: UnitFilter): 'outdated' | 'units' {
  return onlyOutdated || asksForOutdated(query) ? 'outdated' : 'units'
}

/** Returns everything shown for the units that match. Rejects with UsageError for unknown names or an invalid query. */
export async function unitRecords(
  selected: readonly Selected[],
  filter: UnitFilter,
  findPlaces: FindUnitLocations,
): Promise<UnitRecord[]> {
  const units: UnitRecord[] = []
  for (const unit of findUnits(selected, filter)) {
    const [place] = await findPlaces(unit.translation, [unit.row])
    units.push(unitRecord(unit, place))
  }
  return units
}

/** Returns the location of a unit. */
export function placeRecord(
  translation: Translation,
  place: UnitLocation | undefined,
): Pick<UnitRecord, 'filename' | 'line' | 'column' | 'sourceFilename' | 'sourceLine'> {
  if (place === undefined || isPlaceOfSource(translation, place)) {
    const filename = translation.filename || null
    const source = { sourceFilename: place?.filename ?? null, sourceLine: place?.line ?? null }
    return { filename, line: null, column: null, ...source }
  }
  const { filename, line, column } = place
  return { filename, line, column, sourceFilename: null, sourceLine: null }
}
