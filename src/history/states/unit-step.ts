import { isFuzzy, OUTDATED_STATE, STATE } from '../../model/statistics.ts'
import {
  contextOf,
  findRow,
  flagsOf,
  previousSourceOf,
  rawTarget,
  type Units,
} from '../../model/unit.ts'
import type { WeblateVersion } from '../../weblate-version.ts'

/** What is known about a unit that needs editing although its file does not say so. */
export interface FuzzyUnit {
  /** The source that the translation was made for; `''` once the state has been written back. */
  readonly previousSource: string
  /** Whether to forget `previousSource` the next time the translation is read with unchanged texts. */
  readonly isAwaiting: boolean
}

/** Units that need editing only by history, by context. Only files with keys are followed. */
export type FuzzyState = ReadonlyMap<string, FuzzyUnit>

/** The last good version of a translation. */
export interface TranslationState {
  readonly units: Units
  /** Units that need editing only by history, by context; none if states are those of the files. */
  readonly fuzzy: FuzzyState
}

/** An entry of the log about a unit. */
export interface UnitChange {
  /** 30 source changed, 59 updated, 71 added. */
  readonly action: 30 | 59 | 71
  /** Row in the new units. */
  readonly row: number
  readonly target: string
  readonly old: string
  readonly state: number
  /** -1 for a new unit. */
  readonly oldState: number
}

interface Outcome extends Partial<FuzzyUnit> {
  readonly state: number
  /** Whether the source changed while the translation stayed. */
  readonly isSourceChanged?: boolean
}

/** How a Weblate proceeds from step to step. */
export interface StepOptions {
  /** Whether a changed source marks its translations as needing editing; otherwise states are those of the files. */
  readonly isFollowing: boolean
  readonly weblate: WeblateVersion
}

/** Returns what Weblate logs when it reads new units over old ones, and what is known about them afterwards. */
export function stepUnits(
  before: TranslationState | undefined,
  after: Units,
  { isFollowing, weblate }: StepOptions,
): { readonly changes: readonly UnitChange[]; readonly state: TranslationState } {
  const outdatedState = isFollowing ? OUTDATED_STATE[weblate] : undefined
  const changes: UnitChange[] = []
  const fuzzy = new Map<string, FuzzyUnit>()
  for (let row = 0; row < after.table.count; row++) {
    const target = after.targets.at(row)!
    const oldRow = before === undefined ? undefined : rowBefore(before.units, after, row)
    if (before === undefined || oldRow === undefined) {
      const state = after.states[row]!
      const previousSource = previousSourceOf(after, row)
      if (previousSource !== '') {
        const source = after.table.sources.at(row)!
        changes.push({ action: 30, row, target: source, old: previousSource, state, oldState: -1 })
      }
      changes.push({ action: 71, row, target, old: '', state, oldState: -1 })
      continue
    }
    const context = contextOf(after, row)
    const fuzzyUnit = before.fuzzy.get(context)
    const old = before.units.targets.at(oldRow)!
    const oldSource = before.units.table.sources.at(oldRow)!
    const source = after.table.sources.at(row)!
    const fresh = {
      fileState: after.states[row]!,
      source,
      target: isFollowing ? rawTarget(after, row) : target,
    }
    const fileState = before.units.states[oldRow]!
    const outcome = resolveState(
      fresh,
      { fileState, source: oldSource, target: old, fuzzy: fuzzyUnit },
      outdatedState,
    )
    const { state, isAwaiting = false, isSourceChanged } = outcome
    const { previousSource = previousSourceOf(after, row) } = outcome
    if (isFuzzy(state) && !isFuzzy(fresh.fileState))
      fuzzy.set(context, { previousSource, isAwaiting })
    const oldState = fuzzyUnit === undefined ? fileState : OUTDATED_STATE[weblate]
    const both = { row, state, oldState }
    if (isSourceChanged) changes.push({ action: 30, target: source, old: oldSource, ...both })
    const isChanged =
      source !== oldSource ||
      fresh.target !== old ||
      state !== oldState ||
      previousSource !== (fuzzyUnit?.previousSource ?? previousSourceOf(before.units, oldRow)) ||
      flagsOf(after, row) !== flagsOf(before.units, oldRow)
    if (isChanged) changes.push({ action: 59, target, old, ...both })
  }
  return { changes, state: { units: after, fuzzy } }
}

interface UnitRead {
  readonly fileState: number
  readonly source: string
  readonly target: string
}

/** Returns the state of a unit that existed before. A changed state in the file counts, since somebody looked at it. */
function resolveState(
  fresh: UnitRead,
  old: UnitRead & { readonly fuzzy: FuzzyUnit | undefined },
  outdatedState: number | undefined,
): Outcome {
  const { fileState: state, source, target } = fresh
  if (state === STATE.readOnly || target !== old.target) return { state }
  const { fuzzy } = old
  if (source === old.source) {
    if (fuzzy === undefined || state !== old.fileState) return { state }
    return {
      state: outdatedState ?? state,
      previousSource: fuzzy.isAwaiting ? '' : fuzzy.previousSource,
    }
  }
  if (state < STATE.translated) return { state }
  // In that case Weblate had marked the unit only in its database.
  const isRestored = fuzzy?.previousSource === source && !fuzzy.isAwaiting
  if (outdatedState === undefined || isRestored) return { state, isSourceChanged: true }
  return {
    state: outdatedState,
    previousSource: fuzzy?.previousSource || old.source,
    isAwaiting: fuzzy === undefined,
    isSourceChanged: true,
  }
}

function rowBefore({ table }: Units, after: Units, row: number): number | undefined {
  return table === after.table ? row : findRow(table, after.table, row)
}
