/** Reports a syntax error in a message, at the UTF-16 offset `position`. */
export class IcuSyntaxError extends Error {
  override readonly name = 'IcuSyntaxError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** A position in a text. */
export interface Cursor {
  readonly text: string
  at: number
}

const SPACE =
  '\\t-\\r \\x85\\xa0\\u180e\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff'
const spaces = new RegExp(`[${SPACE}]*`, 'y')
/** Names of arguments, types and selectors. */
export const nameOfArgument: RegExp = new RegExp(`[^{},#'${SPACE}]*`, 'y')
/** Names of tags. */
export const nameOfTag: RegExp = new RegExp(`[^{},#'<>/${SPACE}]*`, 'y')
/** Start of a plural's offset. */
export const offsetMark: RegExp = new RegExp(`offset:[${SPACE}]*`, 'y')
/** Number of a plural's offset. */
export const offsetNumber: RegExp = /-?[0-9]*/y
/** Text up to the next special character. */
export const plainText: RegExp = /[^{}'#<]*/y
/** A style up to the next special character. */
export const plainStyle: RegExp = /[^{}'<]*/y

/** Advances past a match of a sticky expression. */
export function skip(cursor: Cursor, pattern: RegExp): void {
  pattern.lastIndex = cursor.at
  if (pattern.test(cursor.text)) cursor.at = pattern.lastIndex
}

/** Advances past white space. */
export function skipSpaces(cursor: Cursor): void {
  const code = cursor.text.charCodeAt(cursor.at)
  // Mostly there is none, and running the expression would take longer.
  if (code <= 0x20 || code >= 0x7f) skip(cursor, spaces)
}

/** Returns the match of a sticky expression, or `''`, and advances past it. */
export function take(cursor: Cursor, pattern: RegExp): string {
  const start = cursor.at
  skip(cursor, pattern)
  return cursor.text.slice(start, cursor.at)
}

/** Advances past a special character. Throws IcuSyntaxError if it is missing. */
export function expect(cursor: Cursor, mark: string, what = `\`${mark}\``): void {
  if (cursor.text[cursor.at] !== mark) throw expected(what, cursor)
  cursor.at++
}

/** Returns the error about an unexpected character at the cursor. */
export function expected(what: string, { text, at }: Cursor): IcuSyntaxError {
  const code = text.codePointAt(at)
  const character = code === undefined ? 'the end' : `\`${String.fromCodePoint(code)}\``
  return new IcuSyntaxError(`expected ${what}, found ${character}`, at)
}
