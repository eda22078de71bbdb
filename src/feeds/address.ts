import { decode } from '../address.ts'

/** What a feed is about. */
export interface AskedFeed {
  /** Segments of its place, see `findPlace`. */
  readonly place: readonly string[]
  /** Id of a unit of it. */
  readonly unit: string | undefined
}

/**
 * What the path of a feed names: `/exports/rss/PLACE/`, `/exports/rss/P/C/LANGUAGE/ID/` for a unit, in an older form
 * `/exports/rss/language/CODE/`. `.xml` at the end means the same, as files have to be named.
 */
export function parseFeedPath(path: string): AskedFeed {
  const segments = path
    .replace(/\.xml$/, '')
    .split('/')
    .slice(3)
    .filter(Boolean)
    .map(decode)
  const [first, code, ...others] = segments
  if (first === 'language' && code !== undefined && others.length === 0) {
    return { place: ['-', '-', code], unit: undefined }
  }
  const last = segments.at(-1) ?? ''
  if (segments.length < 4 || !/^[0-9]+$/.test(last)) return { place: segments, unit: undefined }
  return { place: segments.slice(0, -1), unit: last }
}
