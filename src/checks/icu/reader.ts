import { quote } from '../sentence.ts'
import type { Cursor } from './cursor.ts'

/** One use of an argument in a message, UTF-16 offsets. */
export interface IcuArgument {
  readonly name: string
  /** A hash is the number of the plural that it stands in. */
  readonly kind: 'placeholder' | 'hash' | 'tag'
  readonly type: string | undefined
  /** What is used in its options, by selector; of a repeated selector the last. */
  readonly options: ReadonlyMap<string, readonly IcuArgument[]>
  /** What is used inside of a tag. */
  readonly content: readonly IcuArgument[]
  /** A tag without content. */
  readonly isEmpty: boolean
  readonly start: number
  readonly end: number
}

/** What is read as a tag in a message. */
export interface IcuOptions {
  /** `loose`: a letter or the prefix behind `<` makes a tag; `strict`: each `<` does. */
  readonly tags: 'off' | 'loose' | 'strict'
  /** What names of tags start with; empty for any letter. */
  readonly tagPrefix: string
}

/** An argument that is being read. */
export type MutableArgument = { -readonly [Key in keyof IcuArgument]: IcuArgument[Key] }

/** What the text at hand is inside of. */
interface Frame {
  readonly argument: MutableArgument
  /** Of the argument; none of a tag. */
  readonly options: Map<string, readonly IcuArgument[]> | undefined
  readonly content: IcuArgument[]
  /** Where the content starts. */
  readonly start: number
}

/** A message that is being read. */
export interface Reader extends Cursor {
  readonly options: IcuOptions
  readonly frames: Frame[]
  optionDepth: number
  readonly content: IcuArgument[]
}

/** Types whose options count: a hash in them is the number. */
export const COUNTING: ReadonlySet<string> = new Set(['plural', 'selectordinal'])

/** Whether a hash is the number of a plural here. */
export function isInCounting({ frames }: Reader): boolean {
  const argument = frames.at(-1)?.argument
  return argument?.kind === 'placeholder' && COUNTING.has(argument.type ?? '')
}

/** Whether an apostrophe before the character opens a quotation. */
export function isQuotable(reader: Reader, character: string | undefined): boolean {
  if (character === '{' || character === '}') return true
  if (character === '#') return isInCounting(reader)
  return character === '<' && reader.options.tags !== 'off'
}

/** Moves from an opening apostrophe behind the next single one, or to the end. */
export function skipQuoted(reader: Reader): void {
  const { text } = reader
  let close = text.indexOf("'", reader.at + 2)
  while (close >= 0 && text[close + 1] === "'") close = text.indexOf("'", close + 2)
  reader.at = close < 0 ? text.length : close + 1
}

/** Whether the `<` here opens or closes a tag. */
export function isTagStart({ text, at, options }: Reader): boolean {
  if (options.tags === 'off') return false
  if (options.tags === 'strict') return true
  const name = text[at + 1] === '/' ? at + 2 : at + 1
  if (options.tagPrefix !== '') return text.startsWith(options.tagPrefix, name)
  return /[a-zA-Z]/.test(text[name] ?? '')
}

/** What ends an argument, for messages. */
export function closeOf({ kind, name }: IcuArgument): string {
  return kind === 'tag' ? quote(`</${name}>`) : '`}`'
}

/** Whether the placeholder ends here; moves behind its brace. */
export function hasEnded(reader: Reader, argument: MutableArgument): boolean {
  if (reader.text[reader.at] !== '}') return false
  reader.at++
  argument.end = reader.at
  return true
}

// Shared, as most arguments have neither.
const NO_OPTIONS: IcuArgument['options'] = new Map()
const NO_CONTENT: IcuArgument['content'] = []

/** Adds an argument to what is being read. */
export function add(
  { frames, content }: Reader,
  argument: Omit<IcuArgument, 'options' | 'content' | 'isEmpty'>,
): MutableArgument {
  const added = { ...argument, options: NO_OPTIONS, content: NO_CONTENT, isEmpty: false }
  const inside = frames.at(-1)?.content ?? content
  inside.push(added)
  return added
}
