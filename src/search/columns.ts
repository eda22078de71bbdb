/** One text per row. */
export interface TextColumn {
  text(row: number): string
  /** Columns that return the same object have the same texts, so that results for one hold for the others. */
  shared?(): object | undefined
  /** Returns the rows with exactly this text, ascending, if that is faster than tests; may exceed `count`. */
  rowsWith?(text: string): readonly number[]
}

/** The units of one translation as a search sees them, in rows 0 to `count` - 1. */
export interface SearchColumns {
  readonly count: number
  readonly project: string
  readonly component: string
  /** Slugs of the categories and of the component, joined with `/`. */
  readonly componentPath: string
  readonly componentName: string
  readonly language: string
  /** Plural forms of sources and targets are joined by two U+001E. */
  readonly sources: TextColumn
  readonly targets: TextColumn
  readonly contexts: TextColumn
  readonly notes: TextColumn
  readonly locations: TextColumn
  /** Explanations of the source units. */
  readonly explanations: TextColumn
  /** Returns 0 untranslated, 10 needs editing, 11 needs rewriting, 20 translated, 30 approved, 100 read-only. */
  state(row: number): number
  /** Returns how many rows have each state. */
  countsOfStates(): ReadonlyMap<number, number>
  /** Returns the rows whose targets were translated by a machine. */
  automatic(): ReadonlySet<number>
  sourceState(row: number): number
  position(row: number): number
  priority(row: number): number
  isPlural(row: number): boolean
  id(row: number): number
  rowOfId(id: number): number | undefined
  /** Returns the rows, ascending, that a term on the log matches, by its key; undefined if the log was not read. */
  readonly logged: ((key: string) => readonly number[]) | undefined
  /** Returns whether the source changed after the translation; undefined if that is unknown. */
  readonly isOutdated: ((row: number) => boolean) | undefined
  /** Returns the rows with failing checks, ascending, with the ids of these. */
  failingChecks(): readonly (readonly [row: number, ids: readonly string[]])[]
}
