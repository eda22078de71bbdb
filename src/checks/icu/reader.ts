import { quote } from '../sentence.ts'
import type { Cursor } from './cursor.ts'

/** A use of an argument in a message, with UTF-16 offsets. */
export interface IcuArgument {
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
  readonly start: number
  readonly end: number
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
export interface Reader extends Cursor {
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
