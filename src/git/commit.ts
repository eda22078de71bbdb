/** The author or committer of a commit, with the time. */
export interface Person {
  readonly name: string
  readonly email: string
  /** Seconds since 1970; 0 if the time is malformed or after the year 9999. */
  readonly timestamp: number
  /** Offset of the person's time zone from UTC, in minutes. */
  readonly utcOffset: number
}

/** A fully parsed commit. */
export interface Commit {
  readonly oid: string
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Person
  readonly committer: Person
  readonly message: string
}

/** The newest commit that changed some paths. */
export interface LastChange {
  readonly commit: string
  readonly author: Person
  /** When the branch got it: the commit time, or that of the merge that brought it, in seconds since 1970. */
  readonly timestamp: number
}

/** How much of the history a clone has: all of it, or the part newer than `since` (seconds since 1970). */
export type Completeness =
  | { readonly complete: true }
  | { readonly complete: false; readonly since: number }
