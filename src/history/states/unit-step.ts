import { isFuzzy, OUTDATED_STATE, STATE } from '../../model/statistics.ts'
import type { FormerUnit, FormerUnits } from '../../reading/former-units.ts'
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
  readonly units: FormerUnits
  /** Units that need editing only by history, by context; none if states are those of the files. */
  readonly fuzzy: FuzzyState
}

/** An entry of the log about a unit. */
export interface UnitChange {
  /** 30 source changed, 59 updated, 71 added. */
  readonly action: 30 | 59 | 71
  /** The new unit. */
  readonly unit: FormerUnit
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
  after: FormerUnits,
  { isFollowing, weblate }: StepOptions,
): { readonly changes: readonly UnitChange[]; readonly state: TranslationState } {
  const outdatedState = isFollowing ? OUTDATED_STATE[weblate] : undefined
  const changes: UnitChange[] = []
  const fuzzy = new Map<string, FuzzyUnit>()
  let next = 0
  for (const unit of after.list) {
    const { context, source, target, rawTarget, state: fileState, previousSource } = unit
    const index = before?.units.indexOf(unit.id, next)
    const old = index === undefined ? undefined : before?.units.list[index]
    if (index === undefined || old === undefined) {
      const both = { unit, state: fileState, oldState: -1 }
      if (previousSource !== '')
        changes.push({ action: 30, target: source, old: previousSource, ...both })
      changes.push({ action: 71, target, old: '', ...both })
      continue
    }
    next = index + 1
    const fuzzyUnit = before?.fuzzy.get(context)
    const freshTarget = isFollowing ? rawTarget : target
    if (old === unit && fuzzyUnit === undefined && freshTarget === target) continue
    const outcome = resolveState(
      { fileState, source, target: freshTarget },
      { fileState: old.state, source: old.source, target: old.target, fuzzy: fuzzyUnit },
      outdatedState,
    )
    const { state, isAwaiting = false, isSourceChanged } = outcome
    const nextSource = outcome.previousSource ?? previousSource
    if (isFuzzy(state) && !isFuzzy(fileState))
      fuzzy.set(context, { previousSource: nextSource, isAwaiting })
    const oldState = fuzzyUnit === undefined ? old.state : OUTDATED_STATE[weblate]
    const both = { unit, state, oldState }
    if (isSourceChanged) changes.push({ action: 30, target: source, old: old.source, ...both })
    const isChanged =
      source !== old.source ||
      freshTarget !== old.target ||
      state !== oldState ||
      nextSource !== (fuzzyUnit?.previousSource ?? old.previousSource) ||
      unit.flags !== old.flags
    if (isChanged) changes.push({ action: 59, target, old: old.target, ...both })
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
