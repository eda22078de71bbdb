import { decode } from '../address.ts'

/** An event in a feed. */
export interface Entry {
  /** A permanent URI that no other entry has. */
  readonly id: string
  /** The event in a few words; for a commit, its subject. */
  readonly title: string
  /** Page of the event, or of a unit in it. */
  readonly link: string
  /** A sentence with what, when, where and, if known, who. */
  readonly summary: string
  /** The summary as HTML, with the changed texts. */
  readonly html?: string
  readonly author: string | undefined
  /** Time of the event in seconds since 1970. */
  readonly seconds: number
}

/** Recent events at a place. */
export interface Feed {
  readonly title: string
  /** Name of the publishing site. */
  readonly site: string
  /** Address of the feed itself. */
  readonly self: string
  /** Address of the page that the feed follows. */
  readonly page: string
  /** Newest first. */
  readonly entries: readonly Entry[]
}

/** Returns the time of the newest entry in seconds since 1970; 0 if there is none. */
export function updatedAt({ entries: [newest] }: Feed): number {
  return newest?.seconds ?? 0
}

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
