import type { FailureCount } from '../../catalog/checking/explain-checks.ts'
import { severityOf } from '../../catalog/checking/severity.ts'
import { componentsAt, type Place } from '../../catalog/place.ts'
import { languagesOf } from '../../catalog/view/view.ts'
import type { CheckDescription, Severity } from '../../checks/check.ts'
import type { QueryError } from '../../errors.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted } from '../../facts/words.ts'
import { type Chip, Chips } from '../components/chips.tsx'
import { Facts } from '../components/facts.tsx'
import { type Choice, ListFilter, Menu } from '../components/list-page.tsx'
import type { MarkKind } from '../components/mark.tsx'
import { Note } from '../components/note.tsx'
import type { Later } from '../later.ts'
import type { PageRequest } from '../page.ts'
import { MENUS, type SearchResult } from './search.ts'
import { SEVERITIES } from './unit-texts.ts'

const ORDERS: readonly Choice[] = [
  ['', 'as in the file'],
  ['-position', 'last in the file first'],
  ['context', 'by key'],
  ['source', 'by source'],
  ['target', 'by translation'],
  ['-num_words', 'longest first'],
  ['-priority', 'by priority'],
]

interface FilterProps {
  readonly result: SearchResult
  readonly request: PageRequest
  readonly figures: Figures
  readonly outdated: Later<number>
  readonly checks: readonly FailureCount[]
  readonly isSorted: boolean
}

/** Shows the search form, the error in the query if any, and common searches with their counts. */
export function Filter(props: FilterProps) {
  const { result, request, figures, checks } = props
  const { query, error } = result
  return (
    <>
      <SearchForm {...props} />
      {error !== undefined && queryFault(query, error)}
      {request.part('states', props.outdated.isAwaited, (attributes) => (
        <Chips label="States" chips={chipsOf(props)} {...attributes} />
      ))}
      {checks.length > 0 && (
        <details open={query.includes('check:')}>
          <summary class="small">By failing check: {severitiesText(figures)}</summary>
          <Chips
            label="Checks"
            chips={checks.map(({ check, units }) => ({
              name: check.name,
              count: units,
              address: request.links.here({ ...EMPTY, q: `check:${check.id}` }),
              isChosen: query === `check:${check.id}`,
            }))}
          />
        </details>
      )}
    </>
  )
}

function SearchForm({ result: { query, sortBy, error }, request, checks, isSorted }: FilterProps) {
  return (
    <search>
      <ListFilter
        label="Filter strings"
        names={Object.keys(EMPTY)}
        request={request}
        button={isSorted ? 'Show' : 'Search'}
        after={<Examples />}
      >
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
        {isSorted && <Menu label="Order" name="sort_by" chosen={sortBy ?? ''} choices={ORDERS} />}
        {!isSorted && <Menus {...{ request, checks }} />}
      </ListFilter>
    </search>
  )
}

/** Shows example searches. */
function Examples() {
  return (
    <details class="ref menu">
      <summary aria-label="What a search may say">?</summary>
      <div>
        <Facts facts={EXAMPLES.map(([example, what]) => [<code>{example}</code>, what])} />
      </div>
    </details>
  )
}

/** Examples of Weblate's query language; docs/query-language.md describes it fully. */
const EXAMPLES = [
  ['harbor', 'in the source, the translation or the key'],
  ['source:="Log in"', 'exactly this source'],
  ['target:tide AND key:alert', 'a word of the translation, and of the key'],
  ['state:empty', 'untranslated; needs-editing, >=translated, approved, read-only'],
  ['check:icu_message_format', 'that fail this check; has:check: any check'],
  ['is:outdated', 'whose source changed after the translation'],
  ['changed:>=2026-01-01', 'changed since this day; changed_by: by this person'],
  ['(a OR b) AND NOT c', 'with several conditions'],
  ['source:r"^\\d+"', 'whose source matches a regular expression'],
] as const

const STATES = [
  ['empty', 'untranslated'],
  ['needs-editing', 'needs editing'],
  ['>=translated', 'translated'],
  ['approved', 'approved'],
  ['read-only', 'read-only'],
] as const

type Options = readonly Choice[]

/** Shows menus that narrow a search without knowledge of the query language. */
function Menus({
  request: { view, place, query },
  checks,
}: Pick<FilterProps, 'request' | 'checks'>) {
  const { project, code } = place
  const byName = ([, a]: Options[number], [, b]: Options[number]) => a.localeCompare(b, 'en')
  const projects = view.projects.map(({ config }) => [config.slug, config.name] as const)
  const languages = languagesOf(componentsAt(view, place))
  const menus: readonly (readonly [(typeof MENUS)[number], label: string, options: Options])[] = [
    ['project', 'Project', project ? [] : projects],
    [
      'language',
      'Language',
      code === undefined
        ? languages.map(({ language }) => [language.code, language.name] as const).sort(byName)
        : [],
    ],
    ['state', 'State', STATES],
    ['check', 'Failing check', checks.map(({ check }) => [check.id, check.name])],
  ]
  return (
    <>
      {menus.map(
        ([name, label, options]) =>
          options.length > 0 && (
            <Menu
              {...{ label, name }}
              chosen={query.get(name)}
              choices={[['', 'any'], ...options]}
            />
          ),
      )}
    </>
  )
}

/** Returns `3 errors, 8 warnings, 120 notes`: strings by their most severe failing check. */
function severitiesText({ errors, warnings, notes }: Figures): string {
  return [[errors, 'error'] as const, [warnings, 'warning'] as const, [notes, 'note'] as const]
    .filter(([count]) => count > 0)
    .map(([count, word]) => counted(count, word))
    .join(', ')
}

/** The parameters that a new search resets. */
const EMPTY = {
  ...{ q: undefined, offset: undefined, checksum: undefined, sort_by: undefined },
  ...Object.fromEntries(MENUS.map((name) => [name, undefined])),
}

function chipsOf({
  result: { query },
  request: { links, place },
  figures,
  checks,
  outdated,
  isSorted,
}: FilterProps): Chip[] {
  const [errors, warnings, notes] = SEVERITIES.map((severity) =>
    checks
      .filter(({ check }) => severityAt(check, place) === severity)
      .map(({ check }) => `check:${check.id}`)
      .join(' OR '),
  )
  /** Finds strings with failing checks of one severity but none that are more severe. */
  const worst = (failing = '', ...worse: (string | undefined)[]) => {
    const others = worse.filter(Boolean).join(' OR ')
    return others === '' ? failing : `(${failing}) AND NOT (${others})`
  }
  const counts: readonly (readonly [
    name: string,
    q: string,
    count: number | undefined,
    mark?: MarkKind,
  ])[] = [
    ['All', '', figures.total],
    ['Translated', 'state:>=translated', figures.translated, 'translated'],
    ['Needs editing', 'state:needs-editing', figures.needsEditing, 'needsEditing'],
    ['Untranslated', 'state:empty', figures.untranslated, 'untranslated'],
    ['Errors', worst(errors), figures.errors, 'error'],
    ['Warnings', worst(warnings, errors), figures.warnings, 'warning'],
    ['Notes', worst(notes, errors, warnings), figures.notes, 'note'],
    ['Outdated', 'is:outdated', outdated.value, 'outdated'],
  ]
  // A severity without failing checks has no search.
  return counts
    .filter(([name, q]) => q !== '' || (name === 'All' && isSorted))
    .map(([name, q, count, mark]) => ({
      name,
      ...(mark && { mark }),
      ...(count !== undefined && { count }),
      address: links.here({ ...EMPTY, q }),
      isChosen: query === q,
    }))
}

function severityAt(check: CheckDescription, { component }: Place): Severity {
  return (component && severityOf(check.id, component)) ?? check.severity
}

/** Shows the query with its error marked. A query that timed out has no position to mark. */
function queryFault(query: string, { code, message, position }: QueryError) {
  const shared = { kind: 'bad', id: 'q-error' } as const
  if (code === 'timeout') {
    const text = `${message}: use fewer words, or search one component.`
    return <Note {...shared} title="This search takes too long." text={text} />
  }
  const end = query.slice(position).search(/\s/)
  const stop = end < 0 ? query.length : position + end
  return (
    <Note {...shared} title="The query has a mistake." text={message}>
      <p class="m">
        {query.slice(0, position)}
        <mark>{query.slice(position, stop) || ' '}</mark>
        {query.slice(stop)}
      </p>
    </Note>
  )
}

/** Returns whether a place is a single translation, which has its own order. */
export function isTranslation({ component, code }: Place): boolean {
  return component !== undefined && code !== undefined
}
