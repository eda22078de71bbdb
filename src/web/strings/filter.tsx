import type { FailureCount } from '../../catalog/checking/explain-checks.ts'
import type { Place } from '../../catalog/place.ts'
import { type Chip, Chips } from '../components/chips.tsx'
import type { MarkKind } from '../components/mark.tsx'
import { counted } from '../components/words.tsx'
import type { Figures } from '../figures.ts'
import type { Later } from '../later.ts'
import type { PageRequest } from '../page.ts'
import type { Found } from './search.ts'

const ORDERS: readonly (readonly [value: string, name: string])[] = [
  ['', 'as in the file'],
  ['-position', 'last in the file first'],
  ['context', 'by key'],
  ['source', 'by source'],
  ['target', 'by translation'],
  ['-num_words', 'longest first'],
  ['-priority', 'by priority'],
]

interface FilterProps {
  readonly found: Found
  readonly request: PageRequest
  readonly figures: Figures
  /** Strings on which a check fails. */
  readonly failing: number
  readonly outdated: Later<number>
  readonly checks: readonly FailureCount[]
  readonly isSorted: boolean
}

/** The search, its mistake where it has one, and the usual searches with their counts. */
export function Filter(props: FilterProps) {
  const { found, request, figures, checks } = props
  const { query, error } = found
  return (
    <>
      <SearchForm {...props} />
      {error !== undefined && <QueryFault query={query} error={error} />}
      {request.part('states', props.outdated.isAwaited, (own) => (
        <Chips label="States" chips={chipsOf(props)} {...own} />
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

function SearchForm({
  found: { query, sortBy, error },
  request: { links, ref },
  isSorted,
}: FilterProps) {
  return (
    <search>
      <form class="form" action={links.here(EMPTY)} aria-label="Filter strings">
        {ref !== undefined && <input type="hidden" name="ref" value={ref} />}
        <label class="grow">
          Search, in Weblate's query language
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
        {isSorted && (
          <label>
            Order
            <select name="sort_by">
              {ORDERS.map(([value, name]) => (
                <option value={value} selected={value === sortBy}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="submit">Show</button>
      </form>
    </search>
  )
}

/** `3 errors, 8 warnings, 120 notes`: strings by the worst check that fails on them. */
function severitiesText({ errors, warnings, notes }: Figures): string {
  return [[errors, 'error'] as const, [warnings, 'warning'] as const, [notes, 'note'] as const]
    .filter(([count]) => count > 0)
    .map(([count, word]) => counted(count, word))
    .join(', ')
}

/** What another search does away with. */
const EMPTY = { q: undefined, offset: undefined, checksum: undefined, sort_by: undefined }

function chipsOf({
  found: { query },
  request: { links },
  figures,
  failing,
  outdated,
}: FilterProps): Chip[] {
  const counts: readonly (readonly [
    name: string,
    q: string,
    count: number | undefined,
    mark?: MarkKind,
  ])[] = [
    ['All', '', figures.total],
    ['Translated', 'state:>=translated', figures.translated, 'translated'],
    ['Needs editing', 'state:needs-editing', figures.needsEditing, 'needsEditing'],
    ['Failing checks', 'has:check', failing, 'error'],
    ['Untranslated', 'state:empty', figures.untranslated, 'untranslated'],
    ['Outdated', 'is:outdated', outdated.value, 'outdated'],
  ]
  return counts.map(([name, q, count, mark]) => ({
    name,
    ...(mark && { mark }),
    ...(count !== undefined && { count }),
    address: links.here({ ...EMPTY, q }),
    isChosen: query === q,
  }))
}

/** The query with its mistake marked. A query that takes too long has no such place. */
function QueryFault({
  query,
  error: { code, message, position },
}: {
  readonly query: string
  readonly error: NonNullable<Found['error']>
}) {
  if (code === 'timeout') {
    return (
      <section class="note is-bad" id="q-error" role="alert">
        <p>
          <b>This search takes too long.</b> {message}: ask for fewer words, or in one place.
        </p>
      </section>
    )
  }
  const end = query.slice(position).search(/\s/)
  const stop = end < 0 ? query.length : position + end
  return (
    <section class="note is-bad" id="q-error" role="alert">
      <p>
        <b>This search cannot be understood.</b> {message}
      </p>
      <p class="m">
        {query.slice(0, position)}
        <mark>{query.slice(position, stop) || ' '}</mark>
        {query.slice(stop)}
      </p>
    </section>
  )
}

/** Whether a place is one translation, which has its own order. */
export function isTranslation({ component, code }: Place): boolean {
  return component !== undefined && code !== undefined
}
