/** One text for each row. */
export interface TextColumn {
  text(row: number): string
  /** Columns that give the same object here have the same texts: what was found in one holds in the others. */
  shared?(): object | undefined
  /** The rows with exactly this text, ascending, where that is faster than to look at each; may pass `count`. */
  rowsWith?(text: string): readonly number[]
}

/** Times of a unit that a search may ask for. */
export type TimeKind = 'added' | 'changed' | 'lastChanged' | 'sourceChanged' | 'changeTime'

/** The units of one translation as a search sees them: rows 0 to `count` - 1. */
export interface SearchColumns {
  readonly count: number
  /** Slugs. */
  readonly project: string
  readonly component: string
  /** Slugs of its categories and its own, joined with `/`. */
  readonly componentPath: string
  readonly componentName: string
  /** Code. */
  readonly language: string
  /** Plural forms of sources and targets are joined with two U+001E. */
  readonly sources: TextColumn
  readonly targets: TextColumn
  readonly contexts: TextColumn
  readonly notes: TextColumn
  readonly locations: TextColumn
  /** Of the source unit. */
  readonly explanations: TextColumn
  /** 0 untranslated, 10 needs editing, 11 needs rewriting, 20 translated, 30 approved, 100 read-only. */
  state(row: number): number
  /** How many rows have each state, where they do. */
  countsOfStates(): ReadonlyMap<number, number>
  /** Rows whose targets a machine made. */
  automatic(): ReadonlySet<number>
  sourceState(row: number): number
  position(row: number): number
  priority(row: number): number
  /** Whether the source has plural forms. */
  isPlural(row: number): boolean
  id(row: number): number
  rowOfId(id: number): number | undefined
  /** Milliseconds since 1970; undefined when not known. */
  time(row: number, kind: TimeKind): number | undefined
  /** Codes of the actions in the log of a unit. */
  actions(row: number): readonly number[]
  /** User names of those who changed the content. */
  authors(row: number): readonly string[]
  /** Whether the source changed after the translation; undefined where that is not known. */
  readonly isOutdated: ((row: number) => boolean) | undefined
  /** Ids of checks. */
  failingChecks(row: number): readonly string[]
}
