/** Who made a commit, as author or as committer, and when. */
export interface Person {
  readonly name: string
  readonly email: string
  /** Seconds since 1970; 0 where it cannot be read or lies after the year 9999. */
  readonly timestamp: number
  /** Minutes that the person's clock is ahead of UTC. */
  readonly utcOffset: number
}

/** A commit, read in full. */
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
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
}

/** Which part of the history a clone has: all, or what is newer than a time (seconds since 1970). */
export type Completeness =
  | { readonly complete: true }
  | { readonly complete: false; readonly since: number }
