import type { Range } from '../check.ts'

/** A placeholder in a text. Source and translation must have the same `value`. */
export interface Placeholder extends Range {
  readonly value: string
}

/** The placeholder syntax of a format. */
export interface PlaceholderSyntax {
  /** Texts without any of these marks have no placeholders and break no rule. */
  readonly marks: readonly string[]
  /** Returns all placeholders in order, without overlap, in time linear in the length of the text. */
  find(text: string): readonly Placeholder[]
  /** Returns whether the meaning of this value depends on the order of placeholders; if absent, none does. */
  isUnnamed?(value: string): boolean
  /** Returns whether a value stands for the mark itself and is not compared; if absent, none does. */
  isEscape?(value: string): boolean
}

/**
 * Returns a function that finds the matches of a global expression. The value is the first group, or else the whole
 * match. The expression must not rescan the same characters: no repetition in it may run across the start of another
 * match.
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
 * Finds placeholders that start with `open`; `endOf` returns the offset after the placeholder, or -1 if there is none.
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
    // A later start inside a failed placeholder may still succeed: `{{{a}}`.
    open.lastIndex = end >= 0 ? end : start + 1
  }
  return placeholders
}

/**
 * Returns a function that finds the offset of the next match of a global expression at or after an offset; Infinity if
 * there is none. It caches the last result, so that calls with ascending offsets take linear time in total.
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

/** Returns the end of a sticky expression's match at an offset; -1 if there is none. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The rest of a conversion that is compared only in part: Apple's `%@`, `%lld`, `%zu` and `%Lf`. */
const REST =
  /(?<=%(?:\d+\$)?)@|(?<=%(?:\d+\$)?[-+ #0']*\d*(?:\.\d+)?(?:ll|[qjzt]))[diouxX](?![a-zA-Z])|(?<=%(?:\d+\$)?[-+ #0']*\d*(?:\.\d+)?L)[aAeEfFgG](?![a-zA-Z])/y

/** Returns the end of a placeholder as people would write it. */
export function endOfName(text: string, { end }: Placeholder): number {
  const rest = endOfMatch(REST, text, end)
  return rest < 0 ? end : rest
}
