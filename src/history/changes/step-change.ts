import type { Language } from '../../languages/language.ts'
import type { Alert } from '../../model/model.ts'
import { STATE } from '../../model/statistics.ts'
import type { FormerUnit } from '../../reading/former-units.ts'
import type { WeblateVersion } from '../../weblate-version.ts'
import type { UnitChange } from '../states/unit-step.ts'

/** Weblate's actions that changes of files cause; see `ACTION_NAMES`. */
export const ACTION = {
  updated: 0,
  sourceAdded: 13,
  parsingFailed: 24,
  translationRemoved: 25,
  sourceChanged: 30,
  stringUpdated: 59,
  stringAdded: 71,
  sourceAddedInRepository: 90,
  remoteUpdated: 101,
} as const

/** Weblate's number of what happened. */
export type Action = (typeof ACTION)[keyof typeof ACTION]

/** Actions that change the contents of a translation. */
export const CONTENT_ACTIONS: ReadonlySet<number> = new Set([
  ACTION.sourceChanged,
  ACTION.stringUpdated,
  ACTION.stringAdded,
])

/** How each version of Weblate logs a source that a bilingual file adds. */
export const SOURCE_ADDED: Readonly<Record<WeblateVersion, Action>> = {
  '5.14': ACTION.sourceAdded,
  '2026.10': ACTION.sourceAddedInRepository,
}

/** An entry in the log of a component's step. */
export interface StepChange {
  readonly action: Action
  /** Language of the translation; undefined if the template is broken, which concerns all. */
  readonly language: Language | undefined
  /** Identifies the unit in its translation; undefined if the entry concerns no unit. */
  readonly unit: { readonly context: string; readonly source: string } | undefined
  readonly target: string
  readonly old: string
  /** Weblate's, by action. */
  readonly details: Readonly<Record<string, string | number>>
}

/** Consecutive entries of the log with the same action and language, by which lists count and cut pages. */
export interface Run {
  readonly action: Action
  /** Code of the language; `''` for an entry that concerns all. */
  readonly language: string
  readonly count: number
}

/** Groups a step's changes into runs, in their order. */
export function runsOf(changes: readonly StepChange[]): Run[] {
  const runs: { action: Action; language: string; count: number }[] = []
  for (const { action, language: { code: language } = { code: '' } } of changes) {
    const last = runs.at(-1)
    if (last?.action === action && last.language === language) last.count++
    else runs.push({ action, language, count: 1 })
  }
  return runs
}

/** Counts the entries. */
export function countRuns(runs: readonly Run[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0)
}

const NO_TEXT = { unit: undefined, target: '', old: '' } as const

/** The entry for a file that could not be parsed. */
export function failure(language: Language | undefined, { filename, message }: Alert): StepChange {
  const details = { filename, error_message: message }
  return { ...NO_TEXT, action: ACTION.parsingFailed, language, details }
}

/** The entry for a commit that arrived from the remote after another one, whose id is read on demand. */
export function remoteUpdated(commit: string, parentOf: () => string): StepChange {
  return {
    ...{ ...NO_TEXT, action: ACTION.remoteUpdated, language: undefined },
    get details() {
      return { remote_revision: commit, previous_remote_revision: parentOf() }
    },
  }
}

/** The entry for a translation whose file is gone. It belongs to the component. */
export function translationRemoved(filename: string): StepChange {
  const action = ACTION.translationRemoved
  return { ...NO_TEXT, action, language: undefined, target: filename, details: {} }
}

/** The entry for a translation that was read because of a file. */
export function updated(language: Language, reason: string, filename: string): StepChange {
  const details = { reason, filename }
  return { ...NO_TEXT, action: ACTION.updated, language, details }
}

/** The entry for a source that no translation of a bilingual component had. */
export function sourceAdded(
  language: Language,
  { context, source }: FormerUnit,
  weblate: WeblateVersion,
): StepChange {
  return {
    action: SOURCE_ADDED[weblate],
    language,
    unit: { context, source },
    target: source,
    old: source,
    details: { state: STATE.readOnly, source, context, old_state: STATE.readOnly },
  }
}

/** The entry for a unit of a translation. */
export function unitChanged(
  language: Language,
  { action, unit: { context, source }, target, old, state, oldState }: UnitChange,
): StepChange {
  return {
    action,
    language,
    unit: { context, source },
    target,
    old,
    details: { state, source, context, old_state: oldState },
  }
}
