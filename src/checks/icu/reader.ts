import type { Range } from '../check.ts'
import { quote } from '../sentence.ts'

/** Reports a syntax error in a message, at the UTF-16 offset `position`. */
export class IcuSyntaxError extends Error {
  override readonly name = 'IcuSyntaxError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
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
export function skip(reader: Reader, pattern: RegExp): void {
  pattern.lastIndex = reader.at
  if (pattern.test(reader.text)) reader.at = pattern.lastIndex
}

/** Advances past white space. */
export function skipSpaces(reader: Reader): void {
  const code = reader.text.charCodeAt(reader.at)
  // Mostly there is none, and running the expression would take longer.
  if (code <= 0x20 || code >= 0x7f) skip(reader, spaces)
}

/** Returns the match of a sticky expression, or `''`, and advances past it. */
export function take(reader: Reader, pattern: RegExp): string {
  const start = reader.at
  skip(reader, pattern)
  return reader.text.slice(start, reader.at)
}

/** Advances past a special character. Throws IcuSyntaxError if it is missing. */
export function expect(reader: Reader, mark: string, what = `\`${mark}\``): void {
  if (reader.text[reader.at] !== mark) throw expected(what, reader)
  reader.at++
}

/** Returns the error about an unexpected character at the reader. */
export function expected(what: string, { text, at }: Reader): IcuSyntaxError {
  const code = text.codePointAt(at)
  const character = code === undefined ? 'the end' : `\`${String.fromCodePoint(code)}\``
  return new IcuSyntaxError(`expected ${what}, found ${character}`, at)
}

/** A use of an argument in a message, with UTF-16 offsets. */
export interface IcuArgument extends Range {
  readonly name: string
  /** A hash is the number of the enclosing plural. */
  readonly kind: 'placeholder' | 'hash' | 'tag'
  readonly type: string | undefined
  /** Arguments in the options, by selector; the last option of a repeated selector wins. */
  readonly options: ReadonlyMap<string, readonly IcuArgument[]>
  /** Arguments inside a tag. */
  readonly content: readonly IcuArgument[]
  /** Whether a tag has no content. */
  readonly isEmpty: boolean
}

/** What counts as a tag in a message. */
export interface IcuOptions {
  /** `loose`: a `<` starts a tag if a letter or the prefix follows; `strict`: every `<` does. */
  readonly tags: 'off' | 'loose' | 'strict'
  /** Prefix of tag names; `''` for any letter. */
  readonly tagPrefix: string
}

/** An argument while it is parsed. */
export type MutableArgument = { -readonly [Key in keyof IcuArgument]: IcuArgument[Key] }

/** An argument whose content is being parsed. */
interface Frame {
  readonly argument: MutableArgument
  /** Options of an argument; undefined for a tag. */
  readonly options: Map<string, readonly IcuArgument[]> | undefined
  readonly content: IcuArgument[]
  /** Offset at which the content starts. */
  readonly start: number
}

/** The state of the parser. */
export interface Reader {
  readonly text: string
  at: number
  readonly options: IcuOptions
  readonly frames: Frame[]
  optionDepth: number
  readonly content: IcuArgument[]
}

/** Types in whose options a hash is the number. */
export const COUNTING: ReadonlySet<string> = new Set(['plural', 'selectordinal'])

/** Returns whether a hash at this position is the number of a plural. */
export function isInCounting({ frames }: Reader): boolean {
  const argument = frames.at(-1)?.argument
  return argument?.kind === 'placeholder' && COUNTING.has(argument.type ?? '')
}

/** Returns whether an apostrophe before a character starts a quotation. */
export function isQuotable(reader: Reader, character: string | undefined): boolean {
  if (character === '{' || character === '}') return true
  if (character === '#') return isInCounting(reader)
  return character === '<' && reader.options.tags !== 'off'
}

/** Advances from an opening apostrophe past the closing one, or to the end. */
export function skipQuoted(reader: Reader): void {
  const { text } = reader
  let close = text.indexOf("'", reader.at + 2)
  while (close >= 0 && text[close + 1] === "'") close = text.indexOf("'", close + 2)
  reader.at = close < 0 ? text.length : close + 1
}

/** Returns whether the `<` at this position starts an opening or closing tag. */
export function isTagStart({ text, at, options }: Reader): boolean {
  if (options.tags === 'off') return false
  if (options.tags === 'strict') return true
  const name = text[at + 1] === '/' ? at + 2 : at + 1
  if (options.tagPrefix !== '') return text.startsWith(options.tagPrefix, name)
  return /[a-zA-Z]/.test(text[name] ?? '')
}

/** Returns the expected end of an argument, for messages. */
export function closeOf({ kind, name }: IcuArgument): string {
  return kind === 'tag' ? quote(`</${name}>`) : '`}`'
}

/** Advances past the closing brace of a placeholder; returns false if it does not end here. */
export function hasEnded(reader: Reader, argument: MutableArgument): boolean {
  if (reader.text[reader.at] !== '}') return false
  reader.at++
  argument.end = reader.at
  return true
}

// Shared, since most arguments have neither.
const NO_OPTIONS: IcuArgument['options'] = new Map()
const NO_CONTENT: IcuArgument['content'] = []

/** Adds an argument to the innermost open one, or to the message. */
export function add(
  { frames, content }: Reader,
  argument: Omit<IcuArgument, 'options' | 'content' | 'isEmpty'>,
): MutableArgument {
  const added = { ...argument, options: NO_OPTIONS, content: NO_CONTENT, isEmpty: false }
  const inside = frames.at(-1)?.content ?? content
  inside.push(added)
  return added
}
