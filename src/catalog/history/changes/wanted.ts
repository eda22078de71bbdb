/** What a list of changes is narrowed to, beside a component. Times in microseconds since 1970, inclusive. */
export interface EntryFilter {
  /** Slug. */
  readonly project?: string
  /** Code; with a component it is a translation. */
  readonly language?: string
  readonly actions?: ReadonlySet<number>
  readonly after?: number
  readonly before?: number
}

/** Which part of a list: from that index on, at most so many. */
export interface Wanted {
  readonly start: number
  readonly size: number
}
