import { type FailureMessage, failureMessages } from '../../catalog/checking/explain-checks.ts'
import { placeOf } from '../../catalog/paths.ts'
import { STATE } from '../../catalog/statistics.ts'
import {
  checksumText,
  contextOf,
  noteOf,
  previousSourceOf,
  sourceForms,
  targetForms,
} from '../../catalog/unit.ts'
import type { FindPlace } from '../../catalog/unit-places.ts'
import { type FoundUnit, STATE_NAMES } from './find-units.ts'

/** A string, as `gitglot list --format json` prints it; described by `schemas/list.schema.json`. */
export interface UnitRecord {
  /** `project/component` */
  readonly component: string
  readonly language: string
  /** Path in the repository; null without a file. A string that its file lacks is where the template has it. */
  readonly filename: string | null
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
  /** The key; the source text of a file without keys. */
  readonly context: string
  /** As in the API: 16 hexadecimal digits. */
  readonly checksum: string
  readonly state: string
  /** Plural forms, one of each for other strings. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  /** The source that the translation was made for; `''` if it is up to date, or that is not known. */
  readonly previousSource: string
  readonly note: string
  readonly checks: readonly FailureMessage[]
  /** Null if it is up to date, or without `--outdated`. */
  readonly outdated: {
    /** The commit that changed the source, and when, in ISO 8601. */
    readonly commit: string
    readonly changed: string
  } | null
}

const stateNames = new Map(Object.entries(STATE_NAMES).map(([name, state]) => [state, name]))

/** All that is shown of a unit. */
export async function unitRecord(
  { translation, row, outdated }: FoundUnit,
  findPlace: FindPlace,
): Promise<UnitRecord> {
  const units = translation.units()
  const place = await findPlace(translation, row)
  return {
    component: placeOf(translation.component),
    language: translation.language.code,
    filename: place?.filename ?? null,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    context: contextOf(units, row) || (sourceForms(units, row)[0] ?? ''),
    checksum: checksumText(units, row),
    state: stateNames.get(units.states[row] ?? STATE.empty) ?? 'untranslated',
    source: sourceForms(units, row),
    target: targetForms(units, row),
    previousSource: outdated?.previousSource ?? previousSourceOf(units, row),
    note: noteOf(units, row),
    checks: failureMessages(translation, row),
    outdated: outdated
      ? {
          commit: outdated.changed.commit,
          changed: new Date(1000 * outdated.changed.seconds).toISOString(),
        }
      : null,
  }
}
