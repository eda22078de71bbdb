import type {
  ComponentDifference,
  LanguageDifference,
  UnitDifference,
} from '../../catalog/compare.ts'
import { hasPlace } from '../../catalog/place.ts'
import { figuresOf } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent, joinWords } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import { compareLanguages } from '../../languages/language.ts'
import type { Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { sourceForms, targetForms } from '../../model/unit.ts'
import { unitName } from '../../model/unit-name.ts'
import { summedTranslations } from '../../view/counted-components.ts'
import type { PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'
import { firstOf, unitEntry } from './list-page.tsx'
import { newAlertsNote } from './notes.tsx'
import { type Column, column, numbers, Table } from './table.tsx'
import { linked, refName } from './words.tsx'

/** How many units of each kind are shown; the API returns all. */
const MAX_SHOWN = 100

/** A language with its differences in all components, and the translated percentages of both sides. */
type ComparedLanguage = ReturnType<typeof compareLanguagesIn>[number]

type Kind = UnitDifference['kinds'][number]

/** Shows how components differ: in a sentence, by language, and string by string. */
export function differencesOf(differences: readonly ComponentDifference[], request: PageRequest) {
  const { code } = request.place
  const parts = differences
    .flatMap(({ languages }) => languages)
    .filter((part) => code === undefined || isSource(part) || part.language.code === code)
  const languages = compareLanguagesIn(parts)
  const sorted = languages.flatMap((language) => language.parts)
  const sources = sorted.filter(isSource)
  const translations = sorted.filter((part) => !isSource(part))
  const unitsWith = (kind: Kind, title: string, parts: readonly LanguageDifference[]) => {
    const units = parts.flatMap((part) =>
      part.units.filter(({ kinds }) => kinds.includes(kind)).map((unit) => ({ part, unit })),
    )
    return firstOf(title, units, MAX_SHOWN, ({ part, unit }) => unitItem(part, unit, request))
  }
  return (
    <>
      <p class="big">{sentenceOf(languages, sources, translations)}</p>
      {differences.flatMap(({ after, newAlerts }) => newAlertsNote(newAlerts, after?.config.name))}
      <section class="after">
        <h2 id="h-languages">Languages</h2>
        <Table
          {...{ scrolls: true, classes: 'fit', labelledBy: 'h-languages', rows: languages }}
          columns={columnsFor(request)}
        />
      </section>
      {unitsWith('failing', 'Newly failing', translations)}
      {unitsWith('changed', 'Source changed', sources)}
      {unitsWith('untranslated', 'No longer translated', translations)}
    </>
  )
}

function compareLanguagesIn(parts: readonly LanguageDifference[]) {
  return [...groupBy(parts, ({ language }) => language.code).values()]
    .map((parts) => ({
      ...{ language: parts[0].language, parts },
      before: shareOf(parts.map(({ before }) => before)),
      after: shareOf(parts.map(({ after }) => after)),
    }))
    .sort((a, b) => compareLanguages(a.language, b.language))
}

function isSource({ before, after }: LanguageDifference): boolean {
  return (after ?? before)?.isSource === true
}

function unitItem(part: LanguageDifference, unit: UnitDifference, { links, query }: PageRequest) {
  const { after, before, language } = part
  const isGone = unit.after === undefined
  const shown = (isGone ? before : after) as Translation
  const row = (isGone ? unit.before : unit.after) ?? 0
  const { component, isSource } = shown
  const failing = unit.newlyFailing.length > 0 ? `: ${unit.newlyFailing.join(', ')}` : ''
  const formsOf = isSource ? sourceForms : targetForms
  const textOf = (side: Translation | undefined, at: number | undefined) =>
    side === undefined || at === undefined ? '' : formsOf(side.units(), at).join('\n')
  return unitEntry(
    unitName(shown, row),
    links.unit(shown, row, { ref: query.get(isGone ? 'base' : 'head') || undefined }),
    `${placeOf(component)}, ${language.name}${failing}`,
    <Difference
      between={[textOf(before, unit.before), textOf(after, unit.after)]}
      language={isSource ? component.sourceLanguage : language}
    />,
  )
}

function countOf(parts: readonly LanguageDifference[], kind: Kind): number {
  return parts.flatMap(({ units }) => units).filter(({ kinds }) => kinds.includes(kind)).length
}

function sentenceOf(
  languages: readonly ComparedLanguage[],
  sources: readonly LanguageDifference[],
  translations: readonly LanguageDifference[],
): string {
  const inSources = (kind: Kind) => countOf(sources, kind)
  const inOthers = (kind: Kind) => countOf(translations, kind)
  const named = (word: string, isThere: (part: LanguageDifference) => boolean) => {
    const names = languages.filter(({ parts }) => parts.every(isThere))
    return names.length === 0
      ? []
      : [`${word}: ${joinWords(names.map(({ language }) => language.name))}.`]
  }
  return [
    `The source gained ${counted(inSources('added'), 'string')}, lost ${formatNumber(inSources('removed'))} and changed ${formatNumber(inSources('changed'))}.`,
    ...named('New', ({ before }) => before === undefined),
    ...named('Removed', ({ after }) => after === undefined),
    `${counted(inOthers('translated'), 'translation')} added, ${formatNumber(inOthers('untranslated'))} lost; ${counted(inOthers('failing'), 'string')} newly failing a check.`,
  ].join(' ')
}

/** Returns the translated percentage; undefined if the language has no readable file. */
function shareOf(translations: readonly (Translation | undefined)[]): number | undefined {
  const there = translations.filter((translation) => translation !== undefined)
  return there.length === 0 ? undefined : figuresOf(summedTranslations(there)).percent
}

const COUNTS = [
  ['added', 'Added', 'n wide'],
  ['removed', 'Removed', 'n wide'],
  ['changed', 'Changed', 'n wide'],
  ['translated', 'Newly trans\u00adlated', 'n'],
  ['untranslated', 'No longer', 'n'],
  ['failing', 'Newly failing', 'n'],
] as const

function columnsFor({ view, links, place, query }: PageRequest): Column<ComparedLanguage>[] {
  const refs = { base: query.get('base') ?? '', head: query.get('head') ?? '' }
  return [
    column('Language', '', ({ language: { code, name } }) => {
      const there = { ...place, category: undefined, code }
      // A language that was removed has no page.
      return linked(hasPlace(view, there) ? links.area('compare', there, refs) : undefined, name)
    }),
    column(`${refName(refs.base)}, %`, 'n', ({ parts, before }) =>
      parts.some((part) => part.before) ? formatPercent(before) : 'new',
    ),
    column(<span class="vh">From and to</span>, 'w mid-w', slope),
    column(`${refName(refs.head || 'now')}, %`, 'n', ({ parts, after }) =>
      parts.some((part) => part.after) ? formatPercent(after) : 'gone',
    ),
    column('Points', 'n mid-w', ({ before, after }) => {
      if (before === undefined || after === undefined) return ''
      return `${after < before ? '−' : '+'}${formatPercent(Math.abs(after - before))}`
    }),
    ...COUNTS.map(([kind, name, classes]) => ({
      ...numbers(name, classes, ({ parts }: ComparedLanguage) => countOf(parts, kind)),
      classesOf({ parts }: ComparedLanguage) {
        const color = countOf(parts, kind) === 0 ? 'soft' : kind === 'failing' ? 'bad' : ''
        return `${classes} ${color}`.trim()
      },
    })),
  ]
}

/** Draws how a percentage moved, from a hollow mark to a filled one; undefined if there was or is none. */
function slope({ before, after }: ComparedLanguage) {
  const [start, end] = [before, after].map((share) =>
    share === undefined ? undefined : `${(2 + share * 0.96).toFixed(1)}%`,
  )
  const fell = (after ?? 0) < (before ?? 0)
  return (
    <svg class="slope" aria-hidden="true">
      <line class="ax" x1="2%" x2="98%" y1="7" y2="7" />
      {start && end && <line class={fell ? 'dn' : undefined} x1={start} x2={end} y1="7" y2="7" />}
      {start !== undefined && <circle cx={start} cy="7" r="3.4" />}
      {end !== undefined && <circle class="to" cx={end} cy="7" r="4" />}
    </svg>
  )
}
