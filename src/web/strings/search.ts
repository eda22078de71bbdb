import { componentsAt, type Place, pathOfPlace, translationsAt } from '../../catalog/place.ts'
import type { FoundUnits, SearchOptions } from '../../catalog/search.ts'
import { findLoggedWithin } from '../../catalog/search-log.ts'
import { searchOne, searchView } from '../../catalog/search-units.ts'
import { QueryError } from '../../errors.ts'
import { findOutdatedRows, type OutdatedRows } from '../../history/states/outdated.ts'
import type { Job } from '../../jobs.ts'
import type { Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { logTermsOf } from '../../search/log-term.ts'
import { asksForOutdated, createSearch } from '../../search/search.ts'
import { onlySources } from '../../view/view.ts'
import { isHistoryAwaited, type Later, laterOfHistory, type PageRequest } from '../page.ts'

/** A search and its result. */
export interface SearchResult {
  /** Whether a query was given. Without one, a search shows nothing, a translation all its strings. */
  readonly isAsked: boolean
  readonly query: string
  /** The units found; none if the query is invalid or still has to wait. */
  readonly units: FoundUnits
  readonly error: QueryError | undefined
  /** Whether the query needs what is not known yet of the history. */
  readonly isAwaited: boolean
}

/** A client that asks for outdated strings or for changes waits for them. */
const MAX_WAIT_MS = 2000

const NOTHING: FoundUnits = {
  count: 0,
  unit(index) {
    throw new RangeError(`unit ${index} of none`)
  },
}

/** Finds the strings of the page's place that match `q`, sorted by `sort_by`. */
export async function findStrings(request: PageRequest): Promise<SearchResult> {
  const { query: parameters, catalog, view, place, client, signal } = request
  const query = parameters.get('q') ?? ''
  const sortBy = parameters.get('sort_by') ?? ''
  const menus = menuTerms(request)
  const isAsked =
    ['q', ...MENUS].some((name) => parameters.get(name)) || !request.path.startsWith('/search/')
  const result = { isAsked, query, units: NOTHING, error: undefined, isAwaited: false }
  if (!isAsked) return result
  try {
    const now = Date.now()
    // Parses the query alone first, so that error positions refer to the form.
    createSearch(query, { now })
    let outdated: OutdatedRows | undefined
    if (asksForOutdated(query)) {
      const { value, isAwaited } = await outdatedAt(request, MAX_WAIT_MS)
      if (value === undefined) return { ...result, isAwaited }
      outdated = value
    }
    let logged: SearchOptions['logged']
    if (logTermsOf(query).length > 0) {
      const search = { view, translations: translationsAt(view, place), query, now }
      if (!isHistoryAwaited(request)) {
        logged = await findLoggedWithin(MAX_WAIT_MS, search, catalog, { client })
      }
      if (logged === undefined) return { ...result, isAwaited: true }
    }
    const options = { now, outdated, logged, by: 'verdict' } as const
    const translation = translationOf(request)
    const searcher = { askAbout: catalog.askAbout, client, signal }
    const units = translation
      ? await searchOne(translation, { query, ...options }, { sortBy, ...searcher })
      : await searchView(
          view,
          { query: queryAt(place, [...menus, query]), ...options },
          { ...searcher, isById: false },
        )
    return { ...result, units }
  } catch (error) {
    // The error is shown beside the form.
    if (!(error instanceof QueryError)) throw error
    return { ...result, error }
  }
}

/** Returns the translation of a page; undefined for a place with several. */
export function translationOf({ view, place }: PageRequest) {
  const { component, code } = place
  return component !== undefined && code !== undefined ? translationsAt(view, place)[0] : undefined
}

/** Finds the outdated strings of a place, which require the history. */
export function outdatedAt(request: PageRequest, maxWaitMs?: number): Promise<Later<OutdatedRows>> {
  const { catalog, view, place } = request
  const read = (job: Job) => findOutdatedRows(translationsAt(view, place), catalog.historyOf, job)
  return laterOfHistory(request, 'outdated rows', read, maxWaitMs)
}

/**
 * Joins terms and narrows them to a place, which for a project has the components shared into it, too. What a reader writes
 * comes last, since a quote in it may not be closed.
 */
function queryAt(place: Place, terms: readonly string[]): string {
  const { project, category, component, code } = place
  const path = decodeURIComponent(pathOfPlace(place)).replace(/\/$/, '')
  const shared = category === undefined && component === undefined ? (project?.shared ?? []) : []
  const end = code === undefined ? '' : `/${code}`
  const others = shared.map((other) => placeOf(other) + end)
  const paths = [path, ...others].filter(Boolean).map((name) => `path:${JSON.stringify(name)}`)
  const parts = [paths.join(' OR '), ...terms].filter((part) => part.trim())
  return parts.map((part) => `(${part})`).join(' AND ')
}

/** The menus of a search, each named after a field of the query language. */
export const MENUS = ['project', 'language', 'state', 'check'] as const

/** The value of the menu of languages that includes those which are only sources. */
export const ALL_LANGUAGES = '*'

/** Returns the query terms of the menus. */
function menuTerms({ query, view, place }: PageRequest): string[] {
  const chosen = MENUS.flatMap((name) => {
    const value = query.get(name) ?? ''
    if (value === '' || value === ALL_LANGUAGES) return []
    // More than one state needs editing.
    if (name === 'state' && value === 'needs-editing') return [`is:${value}`]
    const [, operator, word] = /^([<>]?=?)(.*)$/s.exec(value) ?? []
    return [`${name}:${operator}${JSON.stringify(word)}`]
  })
  if (query.get('language') || place.code !== undefined) return chosen
  // Searches serve to find translations.
  const left = onlySources(componentsAt(view, place))
  return [...chosen, ...left.map((code) => `NOT language:${JSON.stringify(code)}`)]
}

/** Returns the translations of the chosen language; without one, of all languages but those that are only sources. */
export function searchedAt({ query, view, place }: PageRequest): readonly Translation[] {
  const all = translationsAt(view, place)
  const code = query.get('language')
  if (place.code !== undefined || code === ALL_LANGUAGES) return all
  const left = onlySources(componentsAt(view, place))
  return all.filter(({ language }) =>
    code ? language.code === code : !left.includes(language.code),
  )
}
