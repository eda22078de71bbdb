import { unitEditLink } from '../../catalog/edit-link.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { explanationOf, flagsOf, locationOf, noteOf, unitPosition } from '../../catalog/unit.ts'
import type { UnitLocation } from '../../catalog/unit-places.ts'
import { Facts } from '../components/facts.tsx'
import type { Unit } from './unit-texts.ts'

/** Shows a unit's notes, flags and location in its file. */
export function unitNotes({ translation, row }: Unit, place: UnitLocation | undefined) {
  const units = translation.units()
  const shown = place && repowebLink(translation.component, place)
  const edited = unitEditLink(translation, row, place)
  const line = place && (
    <code>
      {place.filename}:{place.line}
    </code>
  )
  const file =
    shown === undefined ? (
      line
    ) : (
      <a href={shown} data-key="r">
        {line}
      </a>
    )
  const text = (words: string) => words !== '' && <bdi class="pre">{words}</bdi>
  return (
    <Facts
      facts={[
        ['Note', text(noteOf(units, row))],
        ['Explanation', text(explanationOf(units, row))],
        ['Flags', text(flagsOf(units, row))],
        ['In the program', text(locationOf(units, row))],
        [
          'File',
          (place ?? edited) !== undefined && (
            <>
              {file} {edited !== undefined && <a href={edited}>Edit</a>}
            </>
          ),
        ],
        ['Position', `${unitPosition(units, row)} in the file`],
      ]}
    />
  )
}
