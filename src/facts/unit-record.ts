import { type FailureMessage, failureMessages } from '../catalog/checking/explain-checks.ts'
import type { Translation } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'
import { STATE } from '../catalog/statistics.ts'
import {
  checksumText,
  keyOrSource,
  noteOf,
  previousSourceOf,
  sourceForms,
  targetForms,
} from '../catalog/unit.ts'
import { isPlaceOfSource, type UnitLocation } from '../catalog/unit-places.ts'
import { type FoundUnit, namedState, STATE_NAMES } from './find-units.ts'

/** A string in the output of `gitglot list --format json`, described by `schemas/list.schema.json`. */
export interface UnitRecord {
  /** `project/component` */
  readonly component: string
  readonly language: string
  /** Path in the repository; null if there is no file. */
  readonly filename: string | null
  /** Counted from 1; null if the file lacks the string, which is then to be added. */
  readonly line: number | null
  /** Counted from 1 in UTF-16 units; null in the same case. */
  readonly column: number | null
  /** Position in the template of a string that the file lacks, otherwise null; nothing is to be written there. */
  readonly sourceFilename: string | null
  readonly sourceLine: number | null
  /** The key, or the source text in files without keys. */
  readonly context: string
  /** 16 hexadecimal digits, as in the API. */
  readonly checksum: string
  readonly state: string
  /** Plural forms; strings without plurals have one. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  /** The source that the translation was made for; `''` if it is up to date or unknown. */
  readonly previousSource: string
  readonly note: string
  readonly checks: readonly FailureMessage[]
  /** Null if the translation is up to date, or without `--outdated`. */
  readonly outdated: {
    /** The commit that changed the source, and its time in ISO 8601. */
    readonly commit: string
    readonly changed: string
    /** Number of commits that changed it since, including that one. */
    readonly commits: number
  } | null
}

export const stateNames: ReadonlyMap<number, string> = new Map(
  Object.entries(STATE_NAMES).map(([name, state]) => [state, name]),
)

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
    state: stateNames.get(namedState(units.states[row] ?? STATE.empty)) ?? 'untranslated',
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

/** Returns the location of a unit. */
export function placeRecord(
  translation: Translation,
  place: UnitLocation | undefined,
): Pick<UnitRecord, 'filename' | 'line' | 'column' | 'sourceFilename' | 'sourceLine'> {
  if (place !== undefined && isPlaceOfSource(translation, place)) {
    const { filename } = translation
    const nowhere = { filename, line: null, column: null }
    return { ...nowhere, sourceFilename: place.filename, sourceLine: place.line }
  }
  const { filename = null, line = 1, column = 1 } = place ?? {}
  return { filename, line, column, sourceFilename: null, sourceLine: null }
}
