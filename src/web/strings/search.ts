import { type OutdatedRows, readOutdatedRows } from '../../catalog/history/states/outdated-rows.ts'
import { type Place, pathOfPlace, translationsAt } from '../../catalog/place.ts'
import type { FoundUnits } from '../../catalog/search.ts'
import { searchOne, searchView } from '../../catalog/search-units.ts'
import { QueryError } from '../../errors.ts'
import type { Job } from '../../jobs.ts'
import { asksForOutdated, createSearch } from '../../search/search.ts'
import type { Later } from '../later.ts'
import { laterOfHistory, type PageRequest } from '../page.ts'

/** A search and its result. */
export interface SearchResult {
  /** Whether anything was asked: a search shows nothing before that, a translation all its strings. */
  readonly isAsked: boolean
  readonly query: string
  readonly sortBy: string
  /** Nothing where the query is wrong, or has to wait. */
  readonly units: FoundUnits
  readonly error: QueryError | undefined
  /** Whether outdated strings are asked for and not known yet. */
  readonly isAwaited: boolean
}

/** Whoever asks for outdated strings waits for them. */
const MAX_WAIT_MS = 2000

const NOTHING: FoundUnits = {
  count: 0,
  unit(index) {
    throw new RangeError(`unit ${index} of none`)
  },
}

/** The strings of the page's place that `q` finds, sorted by `sort_by`. */
export async function findStrings(request: PageRequest): Promise<SearchResult> {
  const { query: parameters, catalog, view, place, client, signal } = request
  const query = parameters.get('q') ?? ''
  const sortBy = parameters.get('sort_by') ?? ''
  const menus = menuTerms(request)
  const isAsked =
    ['q', ...MENUS].some((name) => parameters.get(name)) || !request.path.startsWith('/search/')
  const result = { isAsked, query, sortBy, units: NOTHING, error: undefined, isAwaited: false }
  if (!isAsked) return result
  try {
    const now = Date.now()
    // Of the query alone, so that the place of a mistake is the one in the form.
    createSearch(query, { now })
    let outdated: OutdatedRows | undefined
    if (asksForOutdated(query)) {
      const { value, isAwaited } = await outdatedAt(request, MAX_WAIT_MS)
      if (value === undefined) return { ...result, isAwaited }
      outdated = value
    }
    const options = { now, wantTimes: catalog.wantTimes, outdated, by: 'verdict' } as const
    const translation = translationOf(request)
    const searcher = { askAbout: catalog.askAbout, client, signal }
    const units = translation
      ? await searchOne(translation, { query, ...options }, { sortBy, ...searcher })
      : await searchView(view, { query: queryAt(place, [query, ...menus]), ...options }, searcher)
    return { ...result, units }
  } catch (error) {
    // Shown beside the form.
    if (!(error instanceof QueryError)) throw error
    return { ...result, error }
  }
}

/** The translation that a page is about; undefined for a place with several. */
export function translationOf({ view, place }: PageRequest) {
  const { component, code } = place
  return component !== undefined && code !== undefined ? translationsAt(view, place)[0] : undefined
}

/** The outdated strings of a place; they wait for the history. */
export function outdatedAt(request: PageRequest, maxWaitMs?: number): Promise<Later<OutdatedRows>> {
  const { catalog, view, place } = request
  const read = (job: Job) => readOutdatedRows(translationsAt(view, place), catalog.historyOf, job)
  return laterOfHistory(request, 'outdated rows', read, maxWaitMs)
}

/** A query narrowed to a place, in the words of the language itself. */
function queryAt(place: Place, terms: readonly string[]): string {
  const path = decodeURIComponent(pathOfPlace(place)).replace(/\/$/, '')
  const pathTerms = path === '' ? [] : [`path:${JSON.stringify(path)}`]
  const filled = terms.filter((term) => term.trim() !== '')
  return [...pathTerms, ...(filled.length > 1 ? filled.map((term) => `(${term})`) : filled)].join(
    ' AND ',
  )
}

/** What the menus of a search are called, each for a field of the query language. */
export const MENUS = ['project', 'language', 'state', 'check'] as const

/** The terms of the menus. Whoever uses them looks for translations: sources are left out, unless their language is asked for. */
function menuTerms({ query, view, place }: PageRequest): string[] {
  const chosen = MENUS.flatMap((name) => {
    const value = query.get(name) ?? ''
    if (value === '') return []
    return [name === 'state' ? `state:${value}` : `${name}:${JSON.stringify(value)}`]
  })
  if (!query.has('language') || query.get('language') !== '') return chosen
  const translations = translationsAt(view, place)
  const others = new Set(translations.filter(({ isSource }) => !isSource).map(codeOf))
  const sources = new Set(translations.filter(({ isSource }) => isSource).map(codeOf))
  const left = [...sources].filter((code) => !others.has(code))
  return [...chosen, ...left.map((code) => `NOT language:${JSON.stringify(code)}`)]
}

function codeOf({ language }: { language: { readonly code: string } }): string {
  return language.code
}
