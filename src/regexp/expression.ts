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

/** An expression from outside. What it answers depends on the text alone: a search takes a bounded number of steps. */
export interface Expression {
  /** Whether it matches somewhere; undefined when the text is too long for it. */
  test(text: string): boolean | undefined
  /** The matches from left to right, without overlap; undefined when the text is too long. */
  matches(text: string): readonly Match[] | undefined
  /** The most steps that the search of a text of this length takes, 0 when it is too long; a thousand take about a microsecond. */
  steps(length: number): number
}

/** The most steps that one text is worth: they take about a second. */
export const MAX_STEPS_IN_ALL = 1e9
