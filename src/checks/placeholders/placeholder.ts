/** A placeholder in a text, UTF-16 offsets. `value` is the part that source and translation must share. */
export interface Placeholder {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The syntax of the placeholders of one format. */
export interface PlaceholderSyntax {
  /** Texts without any of these have no placeholder and break no rule. */
  readonly marks: readonly string[]
  /** All placeholders in order, without overlap, in time linear in the length of the text. */
  find(text: string): readonly Placeholder[]
  /** Whether the order of the placeholders gives this value its meaning. */
  isUnnamed(value: string): boolean
  /** A value that stands for the mark itself and is not compared. */
  isEscape(value: string): boolean
}

/**
 * Finds the matches of a global expression; the value is its first group, else the whole match. The expression must not look
 * again and again at the same characters: no repetition in it may run across the start of another match.
 */
export function finder(
  pattern: RegExp,
  toValue: (value: string) => string = (value) => value,
): (text: string) => Placeholder[] {
  return (text) => {
    const placeholders: Placeholder[] = []
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { index: start, 0: whole, 1: part = whole } = match
      placeholders.push({ start, end: start + whole.length, value: toValue(part) })
    }
    return placeholders
  }
}

/**
 * Finds placeholders that start with `open` and whose end `endOf` tells: the offset behind it, -1 for none. `startOfValue` is
 * the offset of the value behind the start of the placeholder.
 */
export function findDelimited(
  text: string,
  open: RegExp,
  { endOf, toValue }: { endOf(match: RegExpExecArray): number; toValue(match: string): string },
): Placeholder[] {
  const placeholders: Placeholder[] = []
  open.lastIndex = 0
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const start = match.index
    const end = endOf(match)
    if (end >= 0) placeholders.push({ start, end, value: toValue(text.slice(start, end)) })
    // A start inside a failed one may still succeed: `{{{a}}`.
    open.lastIndex = end >= 0 ? end : start + 1
  }
  return placeholders
}

/**
 * The function that gives the offset of the next match of a global expression at or behind an offset, Infinity for none. It
 * remembers the last answer, so that many questions in ascending order take linear time together.
 */
export function createLookAhead(pattern: RegExp, text: string): (from: number) => number {
  let searchedFrom = 0
  let answer = -1
  return (from) => {
    if (from < searchedFrom || from > answer) {
      searchedFrom = from
      pattern.lastIndex = from
      answer = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    return answer
  }
}

/** The end of a sticky expression's match at an offset, -1 for none. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The end of conversions of which only a part is compared: Apple's `%@`, `%lld`, `%zu` and `%Lf`. */
const REST =
  /(?<=%(?:\d+\$)?)@|(?<=%(?:\d+\$)?[-+ #0']*\d*(?:\.\d+)?(?:ll|[qjzt]))[diouxX](?![a-zA-Z])|(?<=%(?:\d+\$)?[-+ #0']*\d*(?:\.\d+)?L)[aAeEfFgG](?![a-zA-Z])/y

/** Where a placeholder ends as people write it. */
export function endOfName(text: string, { end }: Placeholder): number {
  const rest = endOfMatch(REST, text, end)
  return rest < 0 ? end : rest
}
