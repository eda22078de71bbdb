/** What an address or a server says about a widget. */
export interface WidgetOptions {
  readonly color: string
  /** Minimum percentage for a language to count. */
  readonly threshold: number
  /** Whether the word of `svg-badge` is capitalized. */
  readonly isCapitalized?: boolean
  /** Minimum percentage for a language to count in `languages-badge` (default: 100). */
  readonly percent?: number
  /** Number of outdated strings; undefined if unknown. */
  readonly outdated?: number | undefined
  /** Prefix of the addresses of pages, with a trailing slash. */
  readonly base: string
}
