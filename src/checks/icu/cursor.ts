/** A message that breaks the grammar. `position` is the UTF-16 offset of the fault. */
export class IcuSyntaxError extends Error {
  override readonly name = 'IcuSyntaxError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** A place in a text. */
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
/** What starts the offset of a plural. */
export const offsetMark: RegExp = new RegExp(`offset:[${SPACE}]*`, 'y')
/** The number of an offset. */
export const offsetNumber: RegExp = /-?[0-9]*/y
/** Text up to a mark. */
export const plainText: RegExp = /[^{}'#<]*/y
/** A style up to a mark. */
export const plainStyle: RegExp = /[^{}'<]*/y

/** Moves behind what a sticky expression matches. */
export function skip(cursor: Cursor, pattern: RegExp): void {
  pattern.lastIndex = cursor.at
  if (pattern.test(cursor.text)) cursor.at = pattern.lastIndex
}

/** Moves behind spaces. */
export function skipSpaces(cursor: Cursor): void {
  const code = cursor.text.charCodeAt(cursor.at)
  // Mostly there are none, and asking the expression takes longer.
  if (code <= 0x20 || code >= 0x7f) skip(cursor, spaces)
}

/** The text that a sticky expression matches, empty for none; moves behind it. */
export function take(cursor: Cursor, pattern: RegExp): string {
  const start = cursor.at
  skip(cursor, pattern)
  return cursor.text.slice(start, cursor.at)
}

/** Moves behind a mark. Throws IcuSyntaxError when it is not there. */
export function expect(cursor: Cursor, mark: string, what = `\`${mark}\``): void {
  if (cursor.text[cursor.at] !== mark) throw expected(what, cursor)
  cursor.at++
}

/** The error for something else at the cursor. */
export function expected(what: string, { text, at }: Cursor): IcuSyntaxError {
  const code = text.codePointAt(at)
  const character = code === undefined ? 'the end' : `\`${String.fromCodePoint(code)}\``
  return new IcuSyntaxError(`expected ${what}, found ${character}`, at)
}
