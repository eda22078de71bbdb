import type { LanguageDifference, UnitDifference } from '../../catalog/compare.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { checksumText, sourceForms, targetForms } from '../../catalog/unit.ts'
import { unitName } from '../../catalog/unit-name.ts'
import { formatNumber } from '../../facts/words.ts'
import { componentPlace } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'

/** How many units of each kind are shown; the API returns all. */
const MAX_SHOWN = 100

export function isSource({ before, after }: LanguageDifference): boolean {
  return (after ?? before)?.isSource === true
}

type Kind = 'failing' | 'untranslated' | 'source'

/** Shows the units with one kind of difference, with both texts. */
export function DifferentUnits({
  title,
  kind,
  parts,
  request,
}: {
  title: string
  kind: Kind
  parts: readonly LanguageDifference[]
  request: PageRequest
}) {
  const wantedKind = kind === 'source' ? 'changed' : kind
  const units = parts
    .filter((part) => isSource(part) === (kind === 'source'))
    .flatMap((part) =>
      part.units.filter(({ kinds }) => kinds.includes(wantedKind)).map((unit) => ({ part, unit })),
    )
  if (units.length === 0) return null
  return (
    <section class="after">
      <h2>
        {title} <small>{formatNumber(units.length)}</small>
      </h2>
      <ul class="log narrow">
        {units.slice(0, MAX_SHOWN).map(({ part, unit }) => (
          <DifferentUnit part={part} unit={unit} kind={kind} request={request} />
        ))}
      </ul>
      {units.length > MAX_SHOWN && (
        <p class="small soft">Only the first {MAX_SHOWN} are shown; the API lists all.</p>
      )}
    </section>
  )
}

function DifferentUnit({
  part: { after, before, language },
  unit,
  kind,
  request: { links, query },
}: {
  part: LanguageDifference
  unit: UnitDifference
  kind: Kind
  request: PageRequest
}) {
  const shown = (after ?? before) as Translation
  const row = (after === undefined ? unit.before : unit.after) ?? 0
  const { component } = shown
  const place = componentPlace(component, language.code)
  const address = links.area('translate', place, {
    checksum: checksumText(shown.units(), row),
    ref: query.get('head') || undefined,
  })
  const textsOf = (side: Translation | undefined, at: number | undefined) =>
    side === undefined || at === undefined
      ? ''
      : (kind === 'source' ? sourceForms : targetForms)(side.units(), at).join('\n')
  return (
    <li>
      <p class="small">
        <a href={address}>
          <code>{unitName(shown, row)}</code>
        </a>{' '}
        <span class="soft">
          {placeOf(component)}, {language.name}
          {unit.newlyFailing.length > 0 && `: ${unit.newlyFailing.join(', ')}`}
        </span>
      </p>
      <Difference
        before={textsOf(before, unit.before)}
        after={textsOf(after, unit.after)}
        language={kind === 'source' ? component.sourceLanguage : language}
      />
    </li>
  )
}
