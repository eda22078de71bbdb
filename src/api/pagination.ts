import { notFound } from '../http/http-error.ts'
import { parseInteger } from '../http/request-info.ts'
import { type Json, JsonList } from './rendering/json.ts'

/** How many items a page has by default and at most. */
export interface PageLimits {
  readonly defaultSize: number
  readonly maxSize: number
}

/** The limits of most lists. */
export const PAGES: PageLimits = { defaultSize: 50, maxSize: 1000 }
/** The limits of `units/` and of the statistics of a component. */
export const LARGE_PAGES: PageLimits = { defaultSize: 200, maxSize: 10000 }

/** The limits of gitglot's own lists, which clients read in one request. */
export const WHOLE_PAGES: PageLimits = { defaultSize: 10000, maxSize: 10000 }

/**
 * Returns one page: `{ count, next, previous, results }`. `address` is the list's URL without a query; `query` is
 * copied into the links, sorted by name. With `isOpen`, the list may be longer, so there is always a next page. Throws
 * 404 for a page that does not exist; an invalid page size means the default.
 */
export function paginate<T extends Json>(
  list: JsonList<T>,
  { address, query }: { readonly address: string; readonly query: URLSearchParams },
  limits: PageLimits = PAGES,
  isOpen = false,
) {
  const size = pageSize(query.get('page_size'), limits)
  const last = lastPage(list.length, size)
  const page = pageNumber(query, last)
  if (page < 1 || page > last) throw notFound('Invalid page.')
  const start = (page - 1) * size
  const length = Math.max(0, Math.min(size, list.length - start))
  return {
    count: list.length,
    next: page < last || isOpen ? pageAddress(address, query, page + 1) : null,
    previous: page > 1 ? pageAddress(address, query, page - 1) : null,
    results: new JsonList(length, (index) => list.item(start + index)),
  }
}

/** Returns the range that a query asks for, empty if `page` is invalid. `page=last` requires the list's length. */
export function wantedPart(query: URLSearchParams, count?: number) {
  const size = pageSize(query.get('page_size'), PAGES)
  const page = pageNumber(query, count === undefined ? 0 : lastPage(count, size))
  return page === 0 ? { start: 0, size: 0 } : { start: (page - 1) * size, size }
}

/** Wraps an array in a listing. */
export function listing<T, J extends Json>(
  items: readonly T[],
  toJson: (item: T) => J,
): JsonList<J> {
  return new JsonList(items.length, (index) => toJson(items[index] as T))
}

/** An upper bound that no list reaches. */
const MAX_PAGE = 1e12

function pageSize(text: string | null, { defaultSize, maxSize }: PageLimits): number {
  const size = parseInteger(text) ?? 0
  return size < 1 ? defaultSize : Math.min(size, maxSize)
}

/** Parses `page`, which starts at 1; returns 0 if it is invalid. */
function pageNumber(query: URLSearchParams, last: number): number {
  const text = query.get('page') || '1'
  if (text === 'last') return last
  return Math.min(Math.max(0, parseInteger(text) ?? 0), MAX_PAGE)
}

function lastPage(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size))
}

function pageAddress(address: string, query: URLSearchParams, page: number): string {
  const pairs = [...query].filter(([name]) => name !== 'page')
  if (page > 1) pairs.push(['page', String(page)])
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return text === '' ? address : `${address}?${text}`
}

/** Encodes a text like Python's `quote_plus`, with `+` for a space. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+')
}
