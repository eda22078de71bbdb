import { isWhitespace } from '../../src/text.ts'

/** A line without its end, as UTF-16 offsets. */
export interface Line {
  readonly lineStart: number
  /** Of its first character that is no white space. */
  readonly start: number
  readonly end: number
}

/** What tells apart the formats with a key and a value on a line. */
export interface Dialect {
  /** Offset of what separates key and value; -1 for none, undefined if the key is broken. */
  separatorAt(text: string, line: Line): number | undefined
  /** Whether a value goes on behind this line of it. */
  isContinued(text: string, start: number, end: number): boolean
  /** How many characters at the end of such a line only say so. */
  readonly markLength: 0 | 1
  /** Is left out where it begins a line, so that the rest is no comment. */
  readonly ignoredStart?: string
}

const BACKSLASH = 0x5c
const SPACE = 0x20
const EQUALS = 0x3d
const COLON = 0x3a

/** Of Java: the first `=`, `:` or space ends the key; a backslash before it, escaped or not, makes it part of the key. */
export const JAVA: Dialect = {
  separatorAt: (text, line) => javaSeparatorAt(text, line, (code) => code === SPACE),
  isContinued(text, start, end) {
    let first = end
    while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--
    return (end - first) % 2 === 1
  },
  markLength: 1,
}

/** The same with any white space for the space. */
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

/** As Java's, but only `=` ends the key. */
export const EQUALS_ONLY: Dialect = { ...JAVA, separatorAt: equalsAt }

/** Offset of the first `=` without a backslash before it, from an offset on; -1 for none. */
export function equalsAt(text: string, line: Line, from = 0): number {
  for (let at = Math.max(from, firstAt(text, line)); at < line.end; at++) {
    if (text.charCodeAt(at) === EQUALS && !isEscaped(text, at, line)) return at
  }
  return -1
}

/** What begins a line that goes on is no separator. */
function firstAt(text: string, { lineStart, start, end }: Line): number {
  return start === lineStart && text.charCodeAt(end - 1) === BACKSLASH ? start + 1 : start
}

/** Whether there is a backslash before it. */
export function isEscaped(text: string, at: number, { start }: Line): boolean {
  return at > start && text.charCodeAt(at - 1) === BACKSLASH
}
