import { unitEditLink } from '../../catalog/edit-link.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { explanationOf, flagsOf, locationOf, noteOf, unitPosition } from '../../catalog/unit.ts'
import { Facts } from '../components/facts.tsx'
import type { UnitFacts } from './facts.ts'

/** Shows a unit's notes, flags and location in its file. */
export function UnitNotes({ facts: { translation, row, place } }: { facts: UnitFacts }) {
  const units = translation.units()
  const { value } = place
  const shown = value && repowebLink(translation.component, value)
  const edited = unitEditLink(translation, row, value)
  const line = value && (
    <code>
      {value.filename}:{value.line}
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
          (value ?? edited) !== undefined && (
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
