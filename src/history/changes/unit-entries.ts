import type { Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import type { LoggedComponent } from '../component-history.ts'
import { logKey } from '../past.ts'
import { findUnitRow } from './change.ts'
import { secondsOf } from './change-filter.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { ACTION, type Action, CONTENT_ACTIONS } from './step-change.ts'

/** An entry of a unit that a component has now. */
export interface UnitEntry {
  readonly translation: Translation
  readonly row: number
  readonly action: Action
  readonly micros: number
  readonly step: number
}

/** Returns what the answer to a question about the units of one of a repository's components depends on. */
export function questionOf(
  { component }: LoggedComponent,
  repository: readonly LoggedComponent[],
): unknown {
  return [
    placeOf(component),
    ...repository.map((other) => [
      placeOf(other.component),
      logKey(other.history),
      other.history.place.config.stateFrom,
      other.history.timeline.tip,
    ]),
  ]
}

interface Open {
  readonly translation: Translation
  /** Whether the addition of a row has been seen. */
  readonly isAdded: Uint8Array
  /** Number of units whose addition has not been seen yet. */
  left: number
}

/**
 * Reads the entries of a component's units, the newest first, until each unit's addition was seen. Throws RepositoryError
 * for unreadable objects. A commit numbers its entries across all components of the repository.
 */
export function walkUnitEntries(
  logged: LoggedComponent,
  repository: readonly LoggedComponent[],
  visit: (entry: UnitEntry) => void,
): void {
  const open = new Map<string, Open>()
  for (const translation of logged.component.translations) {
    const left = translation.statistics.total.units
    if (left === 0) continue
    open.set(translation.language.code, { translation, isAdded: new Uint8Array(left), left })
  }
  for (const { seconds } of secondsOf([logged], {})) {
    if (open.size === 0) break
    for (const segment of segmentsOf([repository], seconds).reverse()) {
      if (segment.component === logged.component) visitSegment(segment, seconds, open, visit)
    }
  }
}

function visitSegment(
  { history, step, runs, index }: Segment,
  seconds: number,
  open: Map<string, Open>,
  visit: (entry: UnitEntry) => void,
): void {
  if (!runs.some(({ action, language }) => isOfUnit(action) && open.has(language))) return
  const changes = history.log.changes(step)
  for (let offset = changes.length - 1; offset >= 0; offset--) {
    const { action, language, unit } = changes[offset]!
    const found = language && open.get(language.code)
    if (found === undefined || unit === undefined || !isOfUnit(action)) continue
    const { translation } = found
    const row = findUnitRow(translation, unit)
    // Older entries with the same key belong to another unit.
    if (row === undefined || found.isAdded[row] !== 0) continue
    const micros = seconds * 1e6 + Math.min(index + offset, 999_999)
    visit({ translation, row, action, micros, step })
    if (!isAddition(action)) continue
    found.isAdded[row] = 1
    if (--found.left === 0) open.delete(translation.language.code)
  }
}

/** Returns whether an action adds a unit or changes its content. */
function isOfUnit(action: number): boolean {
  return CONTENT_ACTIONS.has(action) || isAddition(action)
}

const ADDITIONS: ReadonlySet<number> = new Set([
  ACTION.stringAdded,
  ACTION.sourceAdded,
  ACTION.sourceAddedInRepository,
])

/** Returns whether an action adds a unit. Translations bring the sources of a bilingual component. */
export function isAddition(action: number): boolean {
  return ADDITIONS.has(action)
}
