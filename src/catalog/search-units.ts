import { firstNotBefore } from '../binary-search.ts'
import { identityOf, oncePer } from '../cache.ts'
import { QueryError, RepositoryError } from '../errors.ts'
import type { Translation, View } from '../model/model.ts'
import { sortRows } from '../model/unit-order.ts'
import { findsEverything } from '../search/search.ts'
import { unitIds } from '../view/unit-id.ts'
import { componentsOf, translationsOf } from '../view/view.ts'
import {
  type AskAbout,
  type AskedComponent,
  type ComponentWork,
  wholeComponents,
} from './component-work.ts'
import { fromBits, toBits } from './row-bits.ts'
import {
  columnsOf,
  type FoundUnits,
  type LoggedRows,
  type SearchOptions,
  searchIn,
  searchTranslation,
} from './search.ts'

/** The client that searches, and its access to worker threads. */
export interface Searcher {
  readonly askAbout: AskAbout
  /** See `AskOptions`. */
  readonly client?: string
  readonly signal?: AbortSignal
  /** Time limit, and the same again for each million units (default: two seconds). */
  readonly maxMs?: number
}

const MAX_MS = 2000

interface SearchArgs extends Pick<SearchOptions, 'query' | 'now' | 'by'> {
  /** Rows that `is:outdated` matches, for each translation. */
  readonly outdated: readonly ReadonlySet<number>[] | undefined
  /** What the log says, for each translation. */
  readonly logged: readonly LoggedRows[] | undefined
}

/** How many units of a translation match, and a bit for each unit unless they were counted without examining each. */
interface Matches {
  readonly count: number
  readonly bits?: Uint32Array
}

/** Searches translations. */
export const searchWork: ComponentWork<SearchArgs, readonly Matches[]> = {
  name: 'search',
  run: (selected, args, progress) =>
    searching(selected, args, (translations, options) => {
      const search = searchIn(translations[0], options)
      return translations.map((translation, place): Matches => {
        progress(place, translations.length, 'translations')
        const rows = search.findOrCount(columnsOf(translation, options))
        if (typeof rows === 'number') return { count: rows }
        return { count: rows.length, bits: toBits(rows, translation.statistics.total.units) }
      })
    }),
}

/** Returns the matching rows of one translation, in the requested order. */
export const searchOneWork: ComponentWork<
  SearchArgs & { readonly place: number; readonly sortBy: string },
  Uint32Array
> = {
  name: 'search-one',
  run: (selected, { place, sortBy, ...args }) =>
    searching(selected, args, (translations, options) => {
      const translation = translations[place]!
      return sortRows(translation, searchTranslation(translation, options), sortBy)
    }),
}

function searching<Result>(
  selected: readonly AskedComponent[],
  { outdated, logged, ...args }: SearchArgs,
  find: (translations: readonly Translation[], options: SearchOptions) => Result,
): Result {
  const translations = selected.flatMap((component) => component.translations)
  const placeOf = new Map(translations.map((translation, place) => [translation, place]))
  const options: SearchOptions = {
    ...args,
    outdated: outdated && ((translation) => outdated[placeOf.get(translation) ?? -1] ?? new Set()),
    logged: logged && ((translation) => logged[placeOf.get(translation) ?? -1] ?? new Map()),
  }
  return find(translations, options)
}

const DAY = 86_400_000

/**
 * Returns the units of a view that match, ordered by id as in Weblate, or by component and position. Rejects with
 * QueryError if the query is wrong or takes too long, otherwise as `AskAbout`.
 */
export async function searchView(
  view: View,
  options: SearchOptions,
  { isById = true, ...searcher }: Searcher & { readonly isById?: boolean },
): Promise<FoundUnits> {
  const order = orderOf(view)
  const matches = findsEverything(options.query)
    ? allUnitsOf(view)
    : await find(searchWork, wholeComponents(componentsOf(view)), view, {}, options, searcher)
  return listFound(order, matches, options, isById)
}

/** Returns the matching units of one translation, by position or as `sortBy` says. Rejects as `searchView`. */
export async function searchOne(
  translation: Translation,
  options: SearchOptions,
  { sortBy = '', ...searcher }: Searcher & { readonly sortBy?: string },
): Promise<FoundUnits> {
  if (findsEverything(options.query) && sortBy === '') {
    return { count: translation.statistics.total.units, unit: (row) => ({ translation, row }) }
  }
  const { component } = translation
  // A unit takes explanation and state from its source.
  const translations = component.translations.filter(
    (candidate) => candidate === translation || candidate.isSource,
  )
  const args = { place: translations.indexOf(translation), sortBy }
  const selected = [{ component, translations }]
  const rows = await find(searchOneWork, selected, translation, args, options, searcher)
  return { count: rows.length, unit: (index) => ({ translation, row: rows[index] ?? 0 }) }
}

/** Returns what work finds. `about` is the same object as long as the searched units stay the same. */
async function find<Args extends object, Result extends object>(
  work: ComponentWork<SearchArgs & Args, Result>,
  selected: readonly AskedComponent[],
  about: object,
  args: Args,
  options: SearchOptions,
  { askAbout, maxMs = MAX_MS, ...asking }: Searcher,
): Promise<Result> {
  const { query, now, by = 'failing', outdated, logged } = options
  const translations = selected.flatMap((component) => component.translations)
  const day = Math.floor(now / DAY)
  const key = JSON.stringify([identityOf(about), by, day, query, args])
  // Wrong queries need no thread.
  searchIn(translations[0], options)
  const units = translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0)
  const longest = maxMs * (1 + Math.floor(units / 1_000_000))
  const rows = outdated && translations.map((translation) => new Set(outdated(translation).keys()))
  try {
    const asked = {
      query,
      now,
      by,
      outdated: rows,
      logged: logged && translations.map(logged),
      ...args,
    }
    // Names in the log depend on who asks.
    const how = { ...asking, maxMs: longest, ...(logged === undefined && { key }) }
    return await askAbout(work, selected, asked, how)
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.code !== 'timeout') throw error
    const message = `The search takes more than ${longest / 1000} s`
    throw new QueryError(message, 0, { code: 'timeout', cause: error })
  }
}

/** All translations, and their indexes in the order of their ids. */
interface Order {
  readonly translations: readonly Translation[]
  readonly byId: Uint32Array
}

const orderOf = oncePer((view: View): Order => {
  const translations = translationsOf(componentsOf(view))
  const ids = translations.map((translation) => translation.id())
  const byId = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]!)
  return { translations, byId }
})

const allUnitsOf = oncePer((view: View): readonly Matches[] =>
  orderOf(view).translations.map(({ statistics }) => ({ count: statistics.total.units })),
)

/** Units are looked up on demand. */
function listFound(
  { translations, byId }: Order,
  matches: readonly Matches[],
  options: SearchOptions,
  isById: boolean,
): FoundUnits {
  let end = 0
  const places = isById ? byId : Uint32Array.from(translations.keys())
  const ends = places.map((place) => {
    end += matches[place]?.count ?? 0
    return end
  })
  let last: { readonly at: number; readonly rows: Uint32Array } | undefined
  return {
    count: end,
    unit(index) {
      const at = firstNotBefore(ends.length, (position) => (ends[position] ?? 0) <= index)
      const place = places[at] ?? -1
      const translation = translations[place]
      if (translation === undefined) throw new RangeError(`unit ${index} of ${end}`)
      if (last?.at !== at) {
        last = { at, rows: rowsOf(translation, matches[place]?.bits, options, isById) }
      }
      return { translation, row: last.rows[index - (ends[at - 1] ?? 0)] ?? 0 }
    },
  }
}

/** Returns the matching rows of a translation, in the order of the listing. If only counted, reads their states. */
function rowsOf(
  translation: Translation,
  bits: Uint32Array | undefined,
  options: SearchOptions,
  isById: boolean,
): Uint32Array {
  const rows = bits === undefined ? searchTranslation(translation, options) : fromBits(bits)
  if (!isById) return Uint32Array.from(rows)
  const idOf = unitIds(translation)
  return Uint32Array.from(rows).sort((a, b) => idOf(a) - idOf(b))
}
