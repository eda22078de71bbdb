import { isWhitespace } from '../../src/text.ts'

/** A line without its end, as UTF-16 offsets. */
export interface Line {
  readonly lineStart: number
  /** UTF-16 offset of the line's first character that is not white space. */
  readonly start: number
  readonly end: number
}

/** What distinguishes formats with a key and a value per line. */
export interface Dialect {
  /** Returns the offset of the separator of key and value; -1 if there is none, undefined if the key is broken. */
  separatorAt(text: string, line: Line): number | undefined
  /** Returns whether a value continues after this line. */
  isContinued(text: string, start: number, end: number): boolean
  /** Number of characters at the end of such a line that mark the continuation. */
  readonly markLength: 0 | 1
  /** A prefix that is dropped from lines, so that the rest is not a comment. */
  readonly ignoredStart?: string
}

const BACKSLASH = 0x5c
const SPACE = 0x20
const EQUALS = 0x3d
const COLON = 0x3a

/**
 * Java's rule: the first `=`, `:` or space ends the key; with a backslash before it, escaped or not, it is part of the
 * key.
 */
export const JAVA: Dialect = {
  separatorAt: (text, line) => javaSeparatorAt(text, line, (code) => code === SPACE),
  isContinued(text, start, end) {
    let first = end
    while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--
    return (end - first) % 2 === 1
  },
  markLength: 1,
}

/** The same with any white space instead of the space. */
export const JAVA_2026: Dialect = {
  ...JAVA,
  separatorAt: (text, line) => javaSeparatorAt(text, line, isWhitespace),
}

function javaSeparatorAt(text: string, line: Line, isSpace: (code: number) => boolean): number {
  const { end } = line
  for (let at = firstAt(text, line); at < end; at++) {
    const code = text.charCodeAt(at)
    const isMark = code === EQUALS || code === COLON
    if ((!isMark && !isSpace(code)) || isEscaped(text, at, line)) continue
    if (isMark) return at
    let next = at + 1
    while (next < end && isWhitespace(text.charCodeAt(next))) next++
    const following = next < end ? text.charCodeAt(next) : SPACE
    return following === EQUALS || following === COLON ? next : at
  }
  return -1
}

/** Java's rule, except that only `=` ends the key. */
export const EQUALS_ONLY: Dialect = { ...JAVA, separatorAt: equalsAt }

/** Returns the offset of the first `=` without a backslash before it, from an offset on; -1 if there is none. */
export function equalsAt(text: string, line: Line, from = 0): number {
  for (let at = Math.max(from, firstAt(text, line)); at < line.end; at++) {
    if (text.charCodeAt(at) === EQUALS && !isEscaped(text, at, line)) return at
  }
  return -1
}

/** A separator at the start of a continued line does not count. */
function firstAt(text: string, { lineStart, start, end }: Line): number {
  return start === lineStart && text.charCodeAt(end - 1) === BACKSLASH ? start + 1 : start
}

/** Returns whether a backslash precedes an offset. */
export function isEscaped(text: string, at: number, { start }: Line): boolean {
  return at > start && text.charCodeAt(at - 1) === BACKSLASH
}
