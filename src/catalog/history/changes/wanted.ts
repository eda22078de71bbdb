/** The filter of a list of changes, besides a component. Times are in microseconds since 1970, inclusive. */
export interface EntryFilter {
  /** Slug. */
  readonly project?: string
  /** Code of a language; together with a component it selects a translation. */
  readonly language?: string
  readonly actions?: ReadonlySet<number>
  readonly after?: number
  readonly before?: number
}

/** The requested part of a list: at most `size` entries from index `start` on. */
export interface Wanted {
  readonly start: number
  readonly size: number
}
