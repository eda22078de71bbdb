import { unitEditLink } from '../../catalog/edit-link.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { explanationOf, flagsOf, locationOf, noteOf, unitPosition } from '../../catalog/unit.ts'
import type { UnitLocation } from '../../catalog/unit-places.ts'
import type { UnitFacts } from './facts.ts'

/** Shows a unit's notes, flags and location in its file. */
export function UnitNotes({ facts: { translation, row, place } }: { facts: UnitFacts }) {
  const units = translation.units()
  const { component } = translation
  const { value } = place
  const shown = value && repowebLink(component, value)
  const edited = unitEditLink(translation, row, value)
  const rows = [
    ['Note', noteOf(units, row)],
    ['Explanation', explanationOf(units, row)],
    ['Flags', flagsOf(units, row)],
    ['In the program', locationOf(units, row)],
  ].filter(([, text]) => text !== '')
  return (
    <dl class="facts">
      {rows.map(([name, text]) => (
        <>
          <dt>{name}</dt>
          <dd class="pre">
            <bdi>{text}</bdi>
          </dd>
        </>
      ))}
      {(value ?? edited) !== undefined && (
        <>
          <dt>File</dt>
          <dd>
            {value !== undefined && <FileLink place={value} shown={shown} />}{' '}
            {edited !== undefined && <a href={edited}>Edit</a>}
          </dd>
        </>
      )}
      <dt>Position</dt>
      <dd>{unitPosition(units, row)} in the file</dd>
    </dl>
  )
}

function FileLink({
  place: { filename, line },
  shown,
}: {
  place: UnitLocation
  shown: string | undefined
}) {
  const text = (
    <code>
      {filename}:{line}
    </code>
  )
  return shown === undefined ? (
    text
  ) : (
    <a href={shown} data-key="r">
      {text}
    </a>
  )
}
