import { notFound } from '../http/http-error.ts'
import { type Json, JsonList } from './rendering/json.ts'

/** A list to cut pages from. */
export interface Listing<T extends Json = Json> {
  readonly count: number
  /** Whether `count` is a lower bound: then there is always a next page. */
  readonly isOpen?: boolean
  item(index: number): T
}

/** Items on a page: unless asked otherwise, and at most. */
export interface PageLimits {
  readonly defaultSize: number
  readonly maxSize: number
}

/** The limits of most lists. */
export const PAGES: PageLimits = { defaultSize: 50, maxSize: 1000 }
/** The limits of `units/` and of the statistics of a component. */
export const LARGE_PAGES: PageLimits = { defaultSize: 200, maxSize: 10000 }

/** The limits of our own lists that are read in one call. */
export const WHOLE_PAGES: PageLimits = { defaultSize: 10000, maxSize: 10000 }

/**
 * One page: `{ count, next, previous, results }`. `address` is the list's own URL without a query; `query` is copied into
 * the links, sorted by name. Throws 404 for a page that does not exist; a bad size is the default one.
 */
export function paginate<T extends Json>(
  listing: Listing<T>,
  {
    address,
    query,
    limits = PAGES,
  }: { address: string; query: URLSearchParams; limits?: PageLimits },
): {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: JsonList<T>
} {
  const size = pageSize(query.get('page_size'), limits)
  const last = Math.max(1, Math.ceil(listing.count / size))
  const page = pageNumber(query.get('page'), last)
  const start = (page - 1) * size
  const length = Math.max(0, Math.min(size, listing.count - start))
  return {
    count: listing.count,
    next: page < last || listing.isOpen ? pageAddress(address, query, page + 1) : null,
    previous: page > 1 ? pageAddress(address, query, page - 1) : null,
    results: new JsonList(length, (index) => listing.item(start + index)),
  }
}

/**
 * The part of a list that a query asks for. Of a page that is no number nothing but the count; `last` needs the count of the
 * whole list.
 */
export function wantedPart(
  query: URLSearchParams,
  count?: number,
): { readonly start: number; readonly size: number } {
  const size = pageSize(query.get('page_size'), PAGES)
  const text = query.get('page') ?? '1'
  const isLast = text === 'last' && count !== undefined
  const page = isLast ? Math.max(1, Math.ceil(count / size)) : Number(text)
  if (!isLast && !/^[1-9][0-9]{0,11}$/.test(text)) return { start: 0, size: 0 }
  return { start: (page - 1) * size, size }
}

/** A listing of what is in memory already. */
export function listing<T, J extends Json>(
  items: readonly T[],
  toJson: (item: T) => J,
): Listing<J> {
  return { count: items.length, item: (index) => toJson(items[index] as T) }
}

function pageSize(text: string | null, { defaultSize, maxSize }: PageLimits): number {
  if (text === null || !/^\s*\+?[0-9]+\s*$/.test(text)) return defaultSize
  const size = Number(text)
  return size === 0 ? defaultSize : Math.min(size, maxSize)
}

function pageNumber(text: string | null, last: number): number {
  if (text === null) return 1
  if (text === 'last') return last
  const page = /^[0-9]+$/.test(text) ? Number(text) : 0
  if (page < 1 || page > last) throw notFound('Invalid page.')
  return page
}

function pageAddress(address: string, query: URLSearchParams, page: number): string {
  const pairs = [...query].filter(([name]) => name !== 'page')
  if (page > 1) pairs.push(['page', String(page)])
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return text === '' ? address : `${address}?${text}`
}

/** As Python's `quote_plus`: a space becomes `+`. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+')
}
