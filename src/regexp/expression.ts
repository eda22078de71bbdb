/** A match in a text, UTF-16 offsets. */
export interface Match {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A search that always has an answer. */
export interface Engine {
  test(text: string): boolean
  matches(text: string): readonly Match[]
}

/** An expression from outside. What it answers depends on the text alone, never on how fast a machine is. */
export interface Expression {
  /** Whether it matches somewhere; undefined when the text is too long for it. */
  test(text: string): boolean | undefined
  /** The matches from left to right, without overlap; undefined when the text is too long. */
  matches(text: string): readonly Match[] | undefined
}
