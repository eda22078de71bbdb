import type { Child } from 'hono/jsx'
import type { Translation } from '../../catalog/model.ts'
import { checksumText, contextOf } from '../../catalog/unit.ts'
import { Mark } from '../components/mark.tsx'
import { Text } from '../texts/text.tsx'
import { type FailingCheck, failingChecksOf, markOf, textsOf } from './unit-texts.ts'

/** A unit in a list: mark, key, source, translation and the checks that fail; the chosen one is opened right after it. */
export function UnitRow({
  translation,
  row,
  address,
  place,
  children,
}: {
  readonly translation: Translation
  readonly row: number
  readonly address: string
  /** Where it is, in a list of several translations. */
  readonly place?: string | undefined
  /** Its detail, where it is chosen. */
  readonly children?: Child
}) {
  const units = translation.units()
  const { sources, targets } = textsOf(translation, row)
  const [mark, word] = markOf(translation, row)
  const [source] = sources
  const [target] = targets
  const checksum = checksumText(units, row)
  const key = contextOf(units, row)
  return (
    <li class={children === undefined ? undefined : 'on'}>
      <div class="row">
        <Mark kind={mark} />
        <a
          href={address}
          id={`u-${translation.id}-${checksum}`}
          aria-current={children === undefined ? undefined : 'true'}
        >
          <span class="vh">{word}: </span>
          {key === '' ? `string ${checksum}` : key}
        </a>
        <Text
          {...(source ?? NOTHING)}
          language={translation.component.sourceLanguage}
          classes="s"
        />
        <Text {...(target ?? NOTHING)} language={translation.language} />
        <FailingNames checks={failingChecksOf(translation, row)} />
        {place !== undefined && <small>{place}</small>}
      </div>
      {children}
    </li>
  )
}

/** Of a unit; the rest is counted. */
const MAX_NAMED = 3

function FailingNames({ checks }: { checks: readonly FailingCheck[] }) {
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

const NOTHING = { text: '', highlights: [] }
