import { hashHalves } from '../../hash.ts'
import type { Component, Translation } from '../../model.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { rowOfHash, sourceId } from '../../unit.ts'
import { ACTION, type Action, type StepChange } from './step-change.ts'

/** One entry of the log. */
export interface Change {
  readonly id: number
  readonly component: Component
  /** Undefined when the component has it no more, or all are concerned. */
  readonly translation: Translation | undefined
  /** Row of the unit in `translation`; undefined for an entry without a unit, or whose unit is gone. */
  readonly row: number | undefined
  readonly action: Action
  readonly target: string
  readonly old: string
  readonly details: Readonly<Record<string, string | number>>
  readonly commit: string
  /** The commit whose author wrote it: of a merge one on the merged side. */
  readonly authorCommit: string
  /** Seconds since 1970 of the commit. */
  readonly seconds: number
  /** Index of the step in the component's timeline. */
  readonly step: number
  /** Of its translation; undefined where all are concerned. */
  readonly languageCode: string | undefined
  /** Of the unit, as it was; undefined for an entry without one. */
  readonly context: string | undefined
  /** Index of the entry within its commit; microseconds of the timestamp, capped at 999,999. */
  readonly index: number
}

/** A change whose place in the log is known. */
type PlacedChange = Pick<
  Change,
  'id' | 'component' | 'commit' | 'authorCommit' | 'seconds' | 'step' | 'index'
>

/** A step's entry as it is shown: with the translation and the unit that are served now. */
export function createChange(change: StepChange, place: PlacedChange): Change {
  const { action, language, unit, target, old, details } = change
  const { component, commit } = place
  const translation =
    language &&
    component.translations.find((candidate) => candidate.language.code === language.code)
  return {
    ...place,
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

/** The row of a logged unit in a translation as it is served; undefined when it has it no more. */
export function findUnitRow(
  { component, units }: Translation,
  { context, source }: NonNullable<StepChange['unit']>,
): number | undefined {
  const { config } = component
  const key = sourceId(source, formatOf(config))
  const [low, high] = config.template === '' ? hashHalves(key, context) : hashHalves(context)
  return rowOfHash(units().table, low, high)
}
