import { hashHalves } from '../../model/hash.ts'
import type { Component, Translation } from '../../model/model.ts'
import { rowOfHash, sourceId } from '../../model/unit.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { ACTION, type Action, type StepChange } from './step-change.ts'

/** An entry of the log. */
export interface Change {
  readonly id: number
  readonly component: Component
  /** Undefined if the component no longer has it, or if the entry concerns all translations. */
  readonly translation: Translation | undefined
  /** Row of the unit in `translation`; undefined if the entry has no unit, or the unit is gone. */
  readonly row: number | undefined
  readonly action: Action
  readonly target: string
  readonly old: string
  readonly details: Readonly<Record<string, string | number>>
  readonly commit: string
  /** The commit whose author wrote the change: for a merge, the one on the merged side. */
  readonly authorCommit: string
  /** Commit time in seconds since 1970. */
  readonly seconds: number
  /** Index of the step in the component's timeline. */
  readonly step: number
  /** Language of the translation; undefined if the entry concerns all. */
  readonly languageCode: string | undefined
  /** Key of the unit at the time; undefined for an entry without a unit. */
  readonly context: string | undefined
  /** Index of the entry within its commit, which is also the microseconds of its timestamp, capped at 999,999. */
  readonly index: number
}

type PlacedChange = Pick<Change, 'id' | 'component' | 'commit' | 'seconds' | 'step' | 'index'>

/** Returns a step's entry with the translation and unit that are served now. */
export function createChange(change: StepChange, place: PlacedChange): Change {
  const { action, language, unit, target, old, details } = change
  const { component, commit } = place
  const translation =
    language &&
    component.translations.find((candidate) => candidate.language.code === language.code)
  return {
    ...place,
    authorCommit: commit,
    translation,
    row: translation && unit && findUnitRow(translation, unit),
    action,
    languageCode: language?.code,
    context: unit?.context,
    target,
    old,
    details: {
      ...(action === ACTION.remoteUpdated && { branch: component.branch }),
      ...details,
      ...(language !== undefined && translation === undefined ? { language: language.code } : {}),
      commit,
    },
  }
}

/** What an entry of the log says of its unit. */
export type UnitAtTime = NonNullable<StepChange['unit']>

/** Returns the current row of a logged unit in a translation; undefined if it no longer has the unit. */
export function findUnitRow(
  { component, units }: Translation,
  { context, source }: UnitAtTime,
): number | undefined {
  const { config } = component
  const key = sourceId(source, formatOf(config))
  const [low, high] = config.template === '' ? hashHalves(key, context) : hashHalves(context)
  return rowOfHash(units().table, low, high)
}
