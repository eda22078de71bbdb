import type { Child } from 'hono/jsx'
import type { Translation } from '../../catalog/model.ts'
import { checksumText, contextOf } from '../../catalog/unit.ts'
import { Mark } from '../components/mark.tsx'
import { Text } from '../texts/text.tsx'
import { type FailingCheck, failingChecksOf, markOf, NOTHING, textsOf } from './unit-texts.ts'

/**
 * Shows a unit in a list: mark, key, source, translation and failing checks. The chosen unit is expanded below its row.
 */
export function UnitRow({
  translation,
  row,
  address,
  place,
  detail,
}: {
  readonly translation: Translation
  readonly row: number
  readonly address: string
  /** The unit's place, shown in a list of several translations. */
  readonly place?: string | undefined
  /** The detail of the chosen unit. */
  readonly detail?: Child
}) {
  const units = translation.units()
  const { sources, targets } = textsOf(translation, row)
  const [mark, word] = markOf(translation, row)
  const [source = NOTHING] = sources
  const [target = NOTHING] = targets
  const checksum = checksumText(units, row)
  const key = contextOf(units, row)
  return (
    <li class={detail ? 'on' : undefined}>
      <div class="row">
        <Mark kind={mark} />
        <a
          href={address}
          id={`u-${translation.id}-${checksum}`}
          aria-current={detail ? 'true' : undefined}
        >
          <span class="vh">{word}: </span>
          {key === '' ? `string ${checksum}` : key}
        </a>
        <Text {...source} language={translation.component.sourceLanguage} classes="s" />
        <Text {...target} language={translation.language} />
        {failingNames(failingChecksOf(translation, row))}
        {place !== undefined && <small>{place}</small>}
      </div>
      {detail}
    </li>
  )
}

/** How many failing checks of a unit are named; the rest are counted. */
const MAX_NAMED = 3

function failingNames(checks: readonly FailingCheck[]) {
  if (checks.length === 0) return null
  return (
    <small>
      {checks.slice(0, MAX_NAMED).map(({ name, severity }) => (
        <>
          <Mark kind={severity} /> <span class="vh">{severity}: </span>
          {name}{' '}
        </>
      ))}
      {checks.length > MAX_NAMED && `and ${checks.length - MAX_NAMED} more`}
    </small>
  )
}
