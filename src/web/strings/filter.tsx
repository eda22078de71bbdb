import { componentsAt, kindOfPlace, translationsAt } from '../../catalog/place.ts'
import { countFailures, type FailureCount } from '../../checking/explain-checks.ts'
import { SEVERITIES } from '../../checks/check.ts'
import type { QueryError } from '../../errors.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import { languagesOf } from '../../view/view.ts'
import { type Chip, type Choice, chipList, listFilter, menu } from '../components/list-page.tsx'
import type { MarkKind } from '../components/mark.tsx'
import { faultNote } from '../components/notes.tsx'
import { factList } from '../components/words.tsx'
import type { Later, PageRequest } from '../page.ts'
import { ALL_LANGUAGES, MENUS, type SearchResult } from './search.ts'

const ORDERS: readonly Choice[] = [
  ['', 'as in the file'],
  ['-position', 'last in the file first'],
  ['context', 'by key'],
  ['source', 'by source'],
  ['target', 'by translation'],
  ['-num_words', 'longest first'],
  ['-priority', 'by priority'],
]

/** Examples of Weblate's query language; docs/query-language.md describes it fully. */
const EXAMPLES = [
  ['harbor', 'this word in the source, the translation or the key'],
  ['source:="Log in"', 'exactly this source'],
  ['target:tide AND key:alert', 'a word in the translation, and one in the key'],
  ['state:empty', 'untranslated; needs-editing, >=translated, approved, read-only'],
  ['check:icu_message_format', 'that fail this check; with has:check, any check'],
  ['is:outdated', 'whose source changed after the translation'],
  ['changed:>=2026-01-01', 'changed since this day'],
  ['(a OR b) AND NOT c', 'with several conditions'],
  ['source:r"^\\d+"', 'whose source matches a regular expression'],
] as const

const STATES: readonly Choice[] = [
  ['empty', 'untranslated'],
  ['needs-editing', 'needs editing'],
  ['>=translated', 'translated'],
  ['approved', 'approved'],
  ['read-only', 'read-only'],
]

const WITH_SOURCES: Choice = [ALL_LANGUAGES, 'any, with sources']

const FAILING = { error: 'Errors', warning: 'Warnings', note: 'Notes' } as const

/** The parameters that a new search resets. */
const NAMES = ['q', 'offset', 'checksum', 'sort_by', ...MENUS]
/** A chip resets all parameters but the order, and the language, since its count is for that language. */
const EMPTY = Object.fromEntries(
  NAMES.filter((name) => name !== 'language' && name !== 'sort_by').map((name) => [
    name,
    undefined,
  ]),
)

interface FilterProps {
  readonly result: SearchResult
  readonly request: PageRequest
  readonly figures: Figures
  readonly outdated: Later<number>
  readonly checks: readonly FailureCount[]
}

/** Shows the search form, the error in the query if any, and common searches with their counts. */
export function Filter(props: FilterProps) {
  const { result, request, figures, checks, outdated } = props
  const { query, error } = result
  const checkChips = checks.map(({ check, units: count }) => {
    const q = `check:${check.id}`
    const address = request.links.here({ ...EMPTY, q })
    return { name: check.name, count, address, isChosen: query === q }
  })
  const severities = SEVERITIES.filter((severity) => figures[`${severity}s`] > 0)
  return (
    <>
      {searchForm(props)}
      {error !== undefined && queryFault(query, error)}
      {request.part('states', outdated.isAwaited, (attributes) =>
        chipList('States', chipsOf(props), attributes),
      )}
      {checks.length > 0 && (
        <details open={query.includes('check:')}>
          <summary class="small">
            By failing check:{' '}
            {severities.map((severity) => counted(figures[`${severity}s`], severity)).join(', ')}
          </summary>
          {chipList('Checks', checkChips)}
        </details>
      )}
    </>
  )
}

function searchForm({ result: { query, error }, request, checks }: FilterProps) {
  const isOne = kindOfPlace(request.place) === 'translation'
  const fields = (
    <>
      <label class="grow">
        Search
        <input
          id="q"
          name="q"
          type="search"
          value={query}
          placeholder="source:harbor AND state:empty"
          spellcheck={false}
          aria-invalid={error === undefined ? undefined : 'true'}
          aria-describedby={error === undefined ? undefined : 'q-error'}
        />
      </label>
      {isOne
        ? menu('Order', 'sort_by', request.query.get('sort_by'), ORDERS)
        : menus(request, checks)}
    </>
  )
  const after = (
    <details class="ref menu">
      <summary aria-label="Search examples">?</summary>
      <div>{factList(EXAMPLES.map(([example, what]) => [<code>{example}</code>, what]))}</div>
    </details>
  )
  const button = isOne ? 'Show' : 'Search'
  return <search>{listFilter('Filter strings', NAMES, request, fields, { button, after })}</search>
}

/** Shows menus that narrow a search without knowledge of the query language. */
function menus({ view, place, query }: PageRequest, searched: readonly FailureCount[]) {
  const isOfOne = ![null, '', ALL_LANGUAGES].includes(query.get('language'))
  // A chosen language must not hide the checks of others.
  const checks = isOfOne ? countFailures(translationsAt(view, place)) : searched
  const projects = view.projects.map(({ config }): Choice => [config.slug, config.name])
  const languages = languagesOf(componentsAt(view, place))
    .map(({ language }): Choice => [language.code, language.name])
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  const choices: Readonly<Record<(typeof MENUS)[number], readonly [string, readonly Choice[]]>> = {
    project: ['Project', place.project ? [] : projects],
    language: ['Language', place.code === undefined ? [...languages, WITH_SOURCES] : []],
    state: ['State', STATES],
    check: ['Failing check', checks.map(({ check }) => [check.id, check.name])],
  }
  return MENUS.map((name) => {
    const [label, options] = choices[name]
    return options.length > 0 && menu(label, name, query.get(name), [['', 'any'], ...options])
  })
}

function chipsOf({ result, request, figures, checks, outdated }: FilterProps): Chip[] {
  const { links, place } = request
  const { absent, unlisted } = figures
  const queries = SEVERITIES.map((severity) =>
    checks
      .filter((count) => count.severity === severity)
      .map(({ check }) => `check:${check.id}`)
      .join(' OR '),
  )
  const chip = (name: string, q: string, count: number | undefined, mark?: MarkKind): Chip => {
    return { name, mark, count, address: links.here({ ...EMPTY, q }), isChosen: result.query === q }
  }
  const failing = SEVERITIES.flatMap((severity, index) => {
    const query = queries[index]
    // A severity without failing checks has no search.
    if (!query) return []
    // Strings that also fail a more severe check count there.
    const worse = queries.slice(0, index).filter(Boolean).join(' OR ')
    const q = worse === '' ? query : `(${query}) AND NOT (${worse})`
    return [chip(FAILING[severity], q, figures[`${severity}s`], severity)]
  })
  return [
    ...(kindOfPlace(place) === 'translation' ? [chip('All', '', figures.total - unlisted)] : []),
    chip('Translated', 'state:>=translated', figures.translated + absent - unlisted, 'translated'),
    chip('Needs editing', 'is:needs-editing', figures.needsEditing, 'needsEditing'),
    chip('Untranslated', 'state:empty', figures.untranslated, 'untranslated'),
    ...failing,
    chip('Outdated', 'is:outdated', outdated.value, 'outdated'),
  ]
}

/** Shows the query with its error marked. A query that timed out has no position to mark. */
function queryFault(query: string, { code, message, position }: QueryError) {
  if (code === 'timeout') {
    const text = `${message}: use fewer words, or search one component.`
    return faultNote('q-error', 'This search takes too long.', text)
  }
  const end = query.slice(position).search(/\s/)
  const stop = end < 0 ? query.length : position + end
  return faultNote(
    'q-error',
    'The query has a mistake.',
    message,
    <p class="m">
      {query.slice(0, position)}
      <mark>{query.slice(position, stop) || ' '}</mark>
      {query.slice(stop)}
    </p>,
  )
}
