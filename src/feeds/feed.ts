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
