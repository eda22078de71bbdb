/** A match in a text, with UTF-16 offsets. */
export interface Match {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A search that always returns a result. */
export interface Engine {
  test(text: string): boolean
  matches(text: string): readonly Match[]
}

/** A user's expression. Its results depend on the text alone, never on the speed of the machine. */
export interface Expression {
  /** Returns whether the expression matches anywhere; undefined if the text is too long. */
  test(text: string): boolean | undefined
  /** Returns the matches from left to right, without overlap; undefined if the text is too long. */
  matches(text: string): readonly Match[] | undefined
}
