import type { LanguageDifference, UnitDifference } from '../../catalog/compare.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { sourceForms, targetForms } from '../../catalog/unit.ts'
import { unitName } from '../../catalog/unit-name.ts'
import type { PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'
import { FirstOf } from './list-page.tsx'
import { UnitItem } from './unit-item.tsx'

/** How many units of each kind are shown; the API returns all. */
const MAX_SHOWN = 100

export function isSource({ before, after }: LanguageDifference): boolean {
  return (after ?? before)?.isSource === true
}

/** Shows the units with one kind of difference, with both texts. */
export function DifferentUnits({
  title,
  kind,
  parts,
  request,
}: {
  title: string
  kind: 'failing' | 'untranslated' | 'source'
  parts: readonly LanguageDifference[]
  request: PageRequest
}) {
  const wantedKind = kind === 'source' ? 'changed' : kind
  const units = parts
    .filter((part) => isSource(part) === (kind === 'source'))
    .flatMap((part) =>
      part.units.filter(({ kinds }) => kinds.includes(wantedKind)).map((unit) => ({ part, unit })),
    )
  return (
    <FirstOf
      title={title}
      items={units}
      max={MAX_SHOWN}
      entry={({ part, unit }) =>
        differentUnit(part, unit, { isOfSource: kind === 'source', request })
      }
    />
  )
}

function differentUnit(
  { after, before, language }: LanguageDifference,
  unit: UnitDifference,
  {
    isOfSource,
    request: { links, query },
  }: { readonly isOfSource: boolean; readonly request: PageRequest },
) {
  const shown = (after ?? before) as Translation
  const row = (after === undefined ? unit.before : unit.after) ?? 0
  const { component } = shown
  const failing = unit.newlyFailing.length > 0 ? `: ${unit.newlyFailing.join(', ')}` : ''
  const formsOf = isOfSource ? sourceForms : targetForms
  const textOf = (side: Translation | undefined, at: number | undefined) =>
    side === undefined || at === undefined ? '' : formsOf(side.units(), at).join('\n')
  return (
    <UnitItem
      name={unitName(shown, row)}
      address={links.unit(shown, row, { ref: query.get('head') || undefined })}
      where={`${placeOf(component)}, ${language.name}${failing}`}
    >
      <Difference
        before={textOf(before, unit.before)}
        after={textOf(after, unit.after)}
        language={isOfSource ? component.sourceLanguage : language}
      />
    </UnitItem>
  )
}
