/** Something that happened. */
export interface Entry {
  /** An address that no other entry has, and that stays its. */
  readonly id: string
  /** What happened, in a few words; of a commit its subject. */
  readonly title: string
  /** Page of that, or of a unit in it. */
  readonly link: string
  /** A sentence with what, when, where and, where that is known, who. */
  readonly summary: string
  /** The same with the texts that changed, as HTML. */
  readonly html?: string
  readonly author: string | undefined
  /** Since 1970. */
  readonly seconds: number
}

/** What happened lately at a place. */
export interface Feed {
  readonly title: string
  /** Who publishes it. */
  readonly site: string
  /** Its own address. */
  readonly self: string
  /** The page that it is about. */
  readonly page: string
  /** Newest first. */
  readonly entries: readonly Entry[]
}

/** When something in it happened last, since 1970; 0 where nothing did. */
export function updatedAt({ entries: [newest] }: Feed): number {
  return newest?.seconds ?? 0
}
