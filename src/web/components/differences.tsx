import { withoutServerPaths } from '../../address.ts'
import type {
  ComponentDifference,
  LanguageDifference,
  UnitDifference,
} from '../../catalog/compare.ts'
import type { Translation } from '../../catalog/model.ts'
import { figuresOf } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent, joinWords } from '../../facts/words.ts'
import { groupBy } from '../../group-by.ts'
import { compareLanguages, type Language } from '../../languages/language.ts'
import type { PageRequest } from '../page.ts'
import { DifferentUnits, isSource } from './different-units.tsx'
import { Table } from './table.tsx'

/** A language with its differences in all components. */
interface ComparedLanguage {
  readonly language: Language
  readonly parts: readonly LanguageDifference[]
}

export function Differences({
  differences,
  request,
}: {
  differences: readonly ComponentDifference[]
  request: PageRequest
}) {
  const byCode = groupBy(
    differences.flatMap(({ languages }) => languages),
    ({ language }) => language.code,
  )
  const languages = [...byCode.values()]
    .map((parts): ComparedLanguage => ({ language: parts[0].language, parts }))
    .sort((a, b) => compareLanguages(a.language, b.language))
  const parts = languages.flatMap((language) => language.parts)
  const alerts = differences.flatMap(({ after, newAlerts }) =>
    newAlerts.map((alert) => ({ after, ...alert })),
  )
  return (
    <>
      <p class="big">{sentenceOf(differences, languages)}</p>
      {alerts.map(({ after, filename, message }) => (
        <section class="note is-bad">
          <p>
            <b>{after?.config.name}: a file no longer parses.</b> <code>{filename}</code>:{' '}
            {withoutServerPaths(message)}
          </p>
        </section>
      ))}
      <LanguageTable languages={languages} request={request} />
      <DifferentUnits title="Newly failing" kind="failing" parts={parts} request={request} />
      <DifferentUnits title="Source changed" kind="source" parts={parts} request={request} />
      <DifferentUnits
        title="No longer translated"
        kind="untranslated"
        parts={parts}
        request={request}
      />
    </>
  )
}

function countOf({ parts }: ComparedLanguage, kind: UnitDifference['kinds'][number]): number {
  const units = parts.flatMap((part) => part.units)
  return units.reduce((sum, { kinds }) => sum + Number(kinds.includes(kind)), 0)
}

function sentenceOf(
  differences: readonly ComponentDifference[],
  languages: readonly ComparedLanguage[],
): string {
  const sources = differences.flatMap(({ languages }) => languages.filter(isSource))
  const source = { language: sources[0]?.language as Language, parts: sources }
  const others = languages.map((compared) => ({
    ...compared,
    parts: compared.parts.filter((part) => !isSource(part)),
  }))
  const sum = (kind: UnitDifference['kinds'][number]) =>
    others.reduce((total, language) => total + countOf(language, kind), 0)
  const named = (isThere: (part: LanguageDifference) => boolean) =>
    languages.filter(({ parts }) => parts.every(isThere)).map(({ language }) => language.name)
  const sentences = [
    `The source gained ${counted(countOf(source, 'added'), 'string')}, lost ${formatNumber(countOf(source, 'removed'))} and changed ${formatNumber(countOf(source, 'changed'))}.`,
  ]
  const fresh = named(({ before }) => before === undefined)
  const gone = named(({ after }) => after === undefined)
  if (fresh.length > 0) sentences.push(`New: ${joinWords(fresh)}.`)
  if (gone.length > 0) sentences.push(`Removed: ${joinWords(gone)}.`)
  sentences.push(
    `${counted(sum('translated'), 'translation')} added, ${formatNumber(sum('untranslated'))} lost; ${counted(sum('failing'), 'string')} newly failing a check.`,
  )
  return sentences.join(' ')
}

/** Returns the translated percentage; undefined if the language has no readable file. */
function shareOf(translations: readonly (Translation | undefined)[]): number | undefined {
  const there = translations.filter((translation) => translation !== undefined)
  return there.length === 0 ? undefined : figuresOf(there).percent
}

function isThere(translations: readonly (Translation | undefined)[]): boolean {
  return translations.some((translation) => translation !== undefined)
}

const COLUMNS = [
  ['added', 'Added', ' wide'],
  ['removed', 'Removed', ' wide'],
  ['changed', 'Changed', ' wide'],
  ['translated', 'Newly translated', ''],
  ['untranslated', 'No longer', ''],
  ['failing', 'Newly failing', ''],
] as const

/** Shows each language with its changes. */
function LanguageTable({
  languages,
  request,
}: {
  languages: readonly ComparedLanguage[]
  request: PageRequest
}) {
  const { query } = request
  return (
    <section class="after">
      <h2 id="h-languages">Languages</h2>
      <Table
        scrolls
        labelledBy="h-languages"
        columns={[
          ['Language'],
          [<>{query.get('base')}, %</>, 'n'],
          [<span class="vh">From and to</span>],
          [<>{query.get('head') || 'now'}, %</>, 'n'],
          ['Points', 'n mid-w'],
          ...COLUMNS.map(([, name, width]) => [name, `n${width}`] as const),
        ]}
      >
        {languages.map((language) => (
          <LanguageRow compared={language} request={request} />
        ))}
      </Table>
    </section>
  )
}

function LanguageRow({
  compared,
  request: { links, place },
}: {
  compared: ComparedLanguage
  request: PageRequest
}) {
  const { language, parts } = compared
  const olds = parts.map((part) => part.before)
  const news = parts.map((part) => part.after)
  const before = shareOf(olds)
  const after = shareOf(news)
  const points = before !== undefined && after !== undefined ? after - before : undefined
  return (
    <tr>
      <th scope="row">
        <a href={links.place({ ...place, category: undefined, code: language.code })}>
          {language.name}
        </a>
      </th>
      <td class="n">{isThere(olds) ? formatPercent(before) : 'new'}</td>
      <td class="w">
        <Slope from={before} to={after} />
      </td>
      <td class="n">{isThere(news) ? formatPercent(after) : 'gone'}</td>
      <td class="n mid-w">
        {points === undefined ? '' : `${points < 0 ? '−' : '+'}${formatPercent(Math.abs(points))}`}
      </td>
      {COLUMNS.map(([kind, , width]) => {
        const count = countOf(compared, kind)
        const colour = count === 0 ? ' z' : kind === 'failing' ? ' bad' : ''
        return <td class={`n${width}${colour}`}>{formatNumber(count)}</td>
      })}
    </tr>
  )
}

/** Draws how a percentage moved, from a hollow mark to a filled one; undefined if there was or is none. */
function Slope({
  from,
  to,
}: {
  /** The percentage before. */
  readonly from: number | undefined
  readonly to: number | undefined
}) {
  const [start, end] = [from, to].map((side) => (side === undefined ? undefined : placeOf(side)))
  return (
    <svg class="slope" aria-hidden="true">
      <line class="ax" x1="2%" x2="98%" y1="7" y2="7" />
      {start !== undefined && end !== undefined && (
        <line
          class={(to ?? 0) < (from ?? 0) ? 'dn' : undefined}
          x1={start}
          x2={end}
          y1="7"
          y2="7"
        />
      )}
      {start !== undefined && <circle cx={start} cy="7" r="3.4" />}
      {end !== undefined && <circle class="to" cx={end} cy="7" r="4" />}
    </svg>
  )
}

function placeOf(share: number): string {
  return `${(2 + share * 0.96).toFixed(1)}%`
}
