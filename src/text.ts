import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import { firstNotBefore } from './binary-search.ts'
import { ParseError } from './errors.ts'

/**
 * Python's white space (`str.isspace()`), for use inside a character class. JavaScript's `\s` differs: it includes
 * U+FEFF, and lacks U+0085 and U+001C-001F.
 */
export const WHITESPACE_CLASS: string =
  '\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

/** Returns whether a UTF-16 code unit is in `WHITESPACE_CLASS`. */
export function isWhitespace(code: number): boolean {
  if (code < 0x80)
    return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f)
  if (code < 0x1680) return code === 0x85 || code === 0xa0
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

/** Removes white space at the start. */
export function trimStart(text: string): string {
  let start = 0
  while (start < text.length && isWhitespace(text.charCodeAt(start))) start++
  return start === 0 ? text : text.slice(start)
}

/** Removes white space at the end. */
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isWhitespace(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes white space at both ends. */
export function trim(text: string): string {
  return trimEnd(trimStart(text))
}

/** A position in a text. */
export interface TextPosition {
  /** 1-based; lines end with LF. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
}

/** Returns line and column of a UTF-16 offset. */
export function placeAt(text: string, offset: number): TextPosition {
  let line = 1
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= offset) return { line, column: offset - start + 1 }
    start = end + 1
    line++
  }
}

/** Returns a function that computes what `placeAt` does, for many offsets in one text. */
export function createPlaceFinder(text: string): (offset: number) => TextPosition {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1)
  }
  return (offset) => {
    const line = firstNotBefore(starts.length, (index) => starts[index]! <= offset)
    return { line, column: offset - starts[line - 1]! + 1 }
  }
}

/** Returns a ParseError at a UTF-16 offset of a text. */
export function parseErrorAt(
  text: string,
  offset: number,
  message: string,
  options?: ErrorOptions,
): ParseError {
  const { line, column } = placeAt(text, offset)
  return new ParseError(message, line, column, options)
}

/** Throws ParseError, at a UTF-16 offset of the text, if decoded escapes contain a lone surrogate. */
export function expectWhole(decoded: string, text: string, offset: number): void {
  if (decoded.isWellFormed()) return
  throw parseErrorAt(text, offset, 'expected whole characters, found a lone surrogate')
}

/** Returns a buffer on the same memory. */
export function bufferOver({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

/** Returns whether bytes start with the byte order mark of UTF-8. */
export function hasUtf8Mark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** Decodes strict UTF-8 (no surrogates, no overlong forms), removing one byte order mark. Throws ParseError. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = bufferOver(hasUtf8Mark(bytes) ? bytes.subarray(3) : bytes)
  if (isAscii(buffer)) return buffer.toString('latin1')
  if (isUtf8(buffer)) return buffer.toString('utf8')
  // The first replacement character that the bytes do not contain stands for the first invalid byte.
  const text = buffer.toString('utf8')
  let [start, bytesRead] = [0, 0]
  for (;;) {
    const at = text.indexOf('\ufffd', start)
    bytesRead += Buffer.byteLength(text.slice(start, at))
    if (!buffer.subarray(bytesRead, bytesRead + REPLACEMENT.length).equals(REPLACEMENT)) {
      throw parseErrorAt(text, at, 'expected UTF-8, found an invalid byte')
    }
    bytesRead += REPLACEMENT.length
    start = at + 1
  }
}

const REPLACEMENT = Buffer.from('\ufffd')

/** Names of the control characters U+0000 to U+001F (ISO 6429), in order. */
const NAMES =
  'NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,BELL,BACKSPACE,CHARACTER TABULATION,LINE FEED,LINE TABULATION,FORM FEED,CARRIAGE RETURN,SHIFT OUT,SHIFT IN,DATA LINK ESCAPE,DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,SYNCHRONOUS IDLE,END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,INFORMATION SEPARATOR ONE'.split(
    ',',
  )

/** Returns the name of a control character: `U+0008 BACKSPACE`. */
export function nameOfControl(character: string): string {
  const code = character.charCodeAt(0)
  const name = code === 0x7f ? 'DELETE' : code > 0xfff0 ? 'a noncharacter' : 'a control character'
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${NAMES[code] ?? name}`
}

/** Control characters that no text of a translation may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
export const CONTROL: RegExp = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Replaces matches of a global expression, single UTF-16 units, by U+FFFD; calls `onFound` for each. */
export function replaceControls(
  text: string,
  pattern: RegExp,
  onFound: (character: string, offset: number) => void,
): string {
  return text.replace(pattern, (character, offset: number) => {
    onFound(character, offset)
    return '\ufffd'
  })
}

/** Control characters and direction controls, with which files and remotes could deceive readers. */
const HIDDEN = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const HIDDEN_CHARACTER = new RegExp(`[${HIDDEN}]`, 'g')
const HIDDEN_OR_SPACE = new RegExp(`[\\s${HIDDEN}]+`, 'g')

/** Formats a value as JSON, indented by two spaces, with hidden characters escaped; `undefined` becomes null. */
export function printableJson(value: unknown): string {
  const toNull = (_: string, member: unknown) => member ?? null
  return JSON.stringify(value, toNull, 2).replace(HIDDEN_CHARACTER, (character) =>
    character === '\n' ? '\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Replaces hidden characters and line ends, so that the text is a single, fully visible line. */
export function sanitizeTerminal(text: string): string {
  return text.replace(HIDDEN_OR_SPACE, ' ').trim()
}

/** Replaces the hidden characters of a text except line ends. */
export function sanitizeLines(text: string): string {
  return text.replace(HIDDEN_CHARACTER, (character) => (character === '\n' ? '\n' : ' '))
}
