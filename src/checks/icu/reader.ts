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

/** White space, for use inside a class. */
export const SPACE =
  '\\t-\\r \\x85\\xa0\\u180e\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff'
const spaces = new RegExp(`[${SPACE}]*`, 'y')

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

/** Types in whose options a hash is the number. */
export const COUNTING: ReadonlySet<string> = new Set(['plural', 'selectordinal'])

// Shared, since most arguments have neither.
const NO_OPTIONS: IcuArgument['options'] = new Map()
const NO_CONTENT: IcuArgument['content'] = []

/** A message, and how much of it has been parsed. */
export class IcuReader {
  readonly text: string
  readonly options: IcuOptions
  at = 0
  readonly frames: Frame[] = []
  optionDepth = 0
  readonly content: IcuArgument[] = []

  constructor(text: string, options: IcuOptions) {
    this.text = text
    this.options = options
  }

  /** Advances past a match of a sticky expression. */
  skip(pattern: RegExp): void {
    pattern.lastIndex = this.at
    if (pattern.test(this.text)) this.at = pattern.lastIndex
  }

  /** Advances past white space. */
  skipSpaces(): void {
    const code = this.text.charCodeAt(this.at)
    // Mostly there is none, and running the expression would take longer.
    if (code <= 0x20 || code >= 0x7f) this.skip(spaces)
  }

  /** Returns the match of a sticky expression, or `''`, and advances past it. */
  take(pattern: RegExp): string {
    const start = this.at
    this.skip(pattern)
    return this.text.slice(start, this.at)
  }

  /** Advances past a special character. Throws IcuSyntaxError if it is missing. */
  expect(mark: string, what = `\`${mark}\``): void {
    if (this.text[this.at] !== mark) throw this.expected(what)
    this.at++
  }

  /** Returns the error about an unexpected character at this position. */
  expected(what: string): IcuSyntaxError {
    const code = this.text.codePointAt(this.at)
    const character = code === undefined ? 'the end' : `\`${String.fromCodePoint(code)}\``
    return new IcuSyntaxError(`expected ${what}, found ${character}`, this.at)
  }

  /** Returns whether a hash at this position is the number of a plural. */
  isInCounting(): boolean {
    const argument = this.frames.at(-1)?.argument
    return argument?.kind === 'placeholder' && COUNTING.has(argument.type ?? '')
  }

  /** Returns whether an apostrophe before a character starts a quotation. */
  isQuotable(character: string | undefined): boolean {
    if (character === '{' || character === '}') return true
    if (character === '#') return this.isInCounting()
    return character === '<' && this.options.tags !== 'off'
  }

  /** Advances from an opening apostrophe past the closing one, or to the end. */
  skipQuoted(): void {
    const { text } = this
    let close = text.indexOf("'", this.at + 2)
    while (close >= 0 && text[close + 1] === "'") close = text.indexOf("'", close + 2)
    this.at = close < 0 ? text.length : close + 1
  }

  /** Returns whether the `<` at this position starts an opening or closing tag. */
  isTagStart(): boolean {
    const { text, at, options } = this
    if (options.tags === 'off') return false
    if (options.tags === 'strict') return true
    const name = text[at + 1] === '/' ? at + 2 : at + 1
    if (options.tagPrefix !== '') return text.startsWith(options.tagPrefix, name)
    return /[a-zA-Z]/.test(text[name] ?? '')
  }

  /** Advances past the closing brace of a placeholder; returns false if it does not end here. */
  hasEnded(argument: MutableArgument): boolean {
    if (this.text[this.at] !== '}') return false
    this.at++
    argument.end = this.at
    return true
  }

  /** Adds an argument to the innermost open one, or to the message. */
  add(argument: Omit<IcuArgument, 'options' | 'content' | 'isEmpty'>): MutableArgument {
    const added = { ...argument, options: NO_OPTIONS, content: NO_CONTENT, isEmpty: false }
    const inside = this.frames.at(-1)?.content ?? this.content
    inside.push(added)
    return added
  }
}

/** Returns the expected end of an argument, for messages. */
export function closeOf({ kind, name }: IcuArgument): string {
  return kind === 'tag' ? quote(`</${name}>`) : '`}`'
}
