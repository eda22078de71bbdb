const MAX_CHARACTERS = 40_000
const MAX_TEXT = 2_000
const MAX_LIST = 100

/** The requested range of a list. */
export interface PageRequest {
  /** Default: 0. */
  readonly offset?: number | undefined
  /** Default: 50. */
  readonly limit?: number | undefined
}

/**
 * Returns the items from `offset` on: at most `limit`, fewer if they are long, because an agent reads a page into its
 * context. Cuts texts after 2,000 characters and lists inside items after 100 entries. `total` counts the items of all
 * pages; `next` is the `offset` of the next page, null on the last one.
 */
export async function pageOf<T, R>(
  list: { readonly length: number; slice(start: number, end: number): readonly T[] },
  { offset = 0, limit = 50 }: PageRequest,
  describe: (item: T) => R | Promise<R>,
) {
  const items: R[] = []
  let characters = 0
  for (const listed of list.slice(offset, offset + limit)) {
    const item = cutLong(await describe(listed)) as R
    characters += JSON.stringify(item).length
    if (characters > MAX_CHARACTERS && items.length > 0) break
    items.push(item)
  }
  const end = offset + items.length
  return { total: list.length, items, next: end < list.length ? end : null }
}

function cutLong(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT
      ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
      : value
  }
  if (Array.isArray(value)) {
    const rest = value.length > MAX_LIST ? [`… (${value.length} in all)`] : []
    return [...value.slice(0, MAX_LIST).map(cutLong), ...rest]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cutLong(member)]))
}
