import { failureMessages } from '../checking/explain-checks.ts'
import type { Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { STATE } from '../model/statistics.ts'
import {
  checksumText,
  keyOrSource,
  noteOf,
  previousSourceOf,
  sourceForms,
  targetForms,
} from '../model/unit.ts'
import { isPlaceOfSource, type UnitLocation } from '../reading/unit-places.ts'
import { type FoundUnit, namedState, STATE_NAMES } from './find-units.ts'
import type { UnitRecord } from './records.ts'

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
