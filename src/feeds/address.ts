import { decode } from '../address.ts'

/** The subject of a feed. */
export interface AskedFeed {
  /** Path segments of the place, see `findPlace`. */
  readonly place: readonly string[]
  /** Id of a unit in the place. */
  readonly unit: string | undefined
}

/**
 * Parses the path of a feed: `/exports/rss/PLACE/`, `/exports/rss/P/C/LANGUAGE/ID/` for a unit, or the older
 * `/exports/rss/language/CODE/`. A final `.xml` makes no difference, since static files need an extension.
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
