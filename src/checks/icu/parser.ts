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

/** A use of an argument in a message, with UTF-16 offsets. */
export interface IcuArgument extends Range {
  readonly name: string
  /** A hash is the number of the enclosing plural. */
  readonly kind: 'placeholder' | 'hash' | 'tag'
  readonly type: string | undefined
  /** Arguments in the options, by selector; the last option of a repeated selector wins. */
  readonly options: ReadonlyMap<string, readonly IcuArgument[]>
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

/** White space, for use inside a class. */
const SPACE =
  '\\t-\\r \\x85\\xa0\\u180e\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff'
const spaces = new RegExp(`[${SPACE}]*`, 'y')
/** Names of arguments, types and selectors. */
const nameOfArgument = new RegExp(`[^{},#'${SPACE}]*`, 'y')
const nameOfTag = new RegExp(`[^{},#'<>/${SPACE}]*`, 'y')
/** The offset of a plural: its mark and its number. */
const offsetMark = new RegExp(`offset:[${SPACE}]*`, 'y')
const offsetNumber = /-?[0-9]*/y
/** Text and style up to the next special character. */
const plainText = /[^{}'#<]*/y
const plainStyle = /[^{}'<]*/y

/** Maximum depth of options, as in the reference parser. */
const MAX_DEPTH = 49
/** Maximum depth of tags. The reference parser stops at a similar depth, when its stack overflows. */
const MAX_TAGS = 300

/** Types in whose options a hash is the number. */
const COUNTING: ReadonlySet<string> = new Set(['plural', 'selectordinal'])

// Shared, since most arguments have neither.
const NO_OPTIONS: IcuArgument['options'] = new Map()
const NO_CONTENT: IcuArgument['content'] = []

/**
 * Parses a message of ICU MessageFormat and returns its arguments in order, with nested ones inside. Follows the
 * grammar of pyicumessageformat 1.0.0 (MIT, https://github.com/sirstendec/pyicumessageformat), with options on any
 * type. Throws IcuSyntaxError.
 */
export function parseIcu(text: string, options: IcuOptions): readonly IcuArgument[] {
  // The common case: a text without special characters.
  return /[{}<]/.test(text) ? new IcuParser(text, options).readContent(undefined) : []
}

type Parent = Pick<IcuArgument, 'name' | 'kind' | 'type'> | undefined

class IcuParser {
  readonly #text: string
  readonly #options: IcuOptions
  #at = 0
  #optionDepth = 0
  #tagDepth = 0

  constructor(text: string, options: IcuOptions) {
    this.#text = text
    this.#options = options
  }

  /** Reads arguments up to the end of their parent: `}` or `</`, or that of the message. */
  readContent(parent: Parent): IcuArgument[] {
    const content: IcuArgument[] = []
    for (;;) {
      this.#skip(plainText)
      const next = this.#text[this.#at + 1]
      switch (this.#text[this.#at]) {
        case undefined:
          if (parent !== undefined) throw this.#expected(closeOf(parent))
          return content
        case "'":
          if (next === "'") this.#at += 2
          else if (this.#isQuotable(next, parent)) this.#skipQuoted()
          else this.#at++
          break
        case '#':
          if (isCounting(parent)) content.push(this.#hashOf(parent?.name ?? ''))
          this.#at++
          break
        case '<':
          if (!this.#isTagStart()) this.#at++
          else if (next !== '/') content.push(this.#readTag())
          else if (parent?.kind === 'tag') return content
          else if (parent !== undefined) throw this.#expected(closeOf(parent))
          else throw new IcuSyntaxError('found `</` without an open tag', this.#at)
          break
        case '{':
          content.push(this.#readPlaceholder())
          break
        default:
          if (parent === undefined) throw new IcuSyntaxError('found `}` without `{`', this.#at)
          if (parent.kind === 'tag') throw this.#expected(closeOf(parent))
          return content
      }
    }
  }

  #hashOf(name: string): IcuArgument {
    const facts = {
      name,
      kind: 'hash',
      type: 'number',
      start: this.#at,
      end: this.#at + 1,
    } as const
    return { ...facts, options: NO_OPTIONS, content: NO_CONTENT, isEmpty: false }
  }

  #readTag(): IcuArgument {
    const start = this.#at++
    const name = this.#take(nameOfTag)
    if (name === '') throw this.#expected('the name of a tag')
    this.#skipSpaces()
    const facts = { name, kind: 'tag', type: undefined, options: NO_OPTIONS } as const
    if (this.#text.startsWith('/>', this.#at)) {
      this.#at += 2
      return { ...facts, content: NO_CONTENT, isEmpty: true, start, end: this.#at }
    }
    this.#expect('>', '`>` or `/>`')
    if (++this.#tagDepth > MAX_TAGS) {
      throw new IcuSyntaxError(`expected at most ${MAX_TAGS} nested tags`, start)
    }
    const contentStart = this.#at
    const content = this.readContent(facts)
    this.#tagDepth--
    const contentEnd = this.#at
    this.#at += 2
    if (this.#take(nameOfTag) !== name) {
      this.#at = contentEnd
      throw this.#expected(closeOf(facts))
    }
    this.#skipSpaces()
    this.#expect('>')
    return { ...facts, content, isEmpty: contentStart === contentEnd, start, end: this.#at }
  }

  #readPlaceholder(): IcuArgument {
    const start = this.#at++
    const name = this.#takeName('the name of an argument')
    let type: string | undefined
    let options = NO_OPTIONS
    if (this.#text[this.#at] !== '}') {
      this.#expect(',', '`,` or `}`')
      type = this.#takeName('the type of an argument')
      const hasOptions = COUNTING.has(type) || type === 'select'
      if (hasOptions || this.#text[this.#at] !== '}') {
        this.#expect(',', hasOptions ? undefined : '`,` or `}`')
        this.#skipSpaces()
        if (COUNTING.has(type)) this.#skipOffset()
        const parent = { name, kind: 'placeholder', type } as const
        if (hasOptions || !this.#isStyle()) options = this.#readOptions(parent)
      }
    }
    this.#expect('}')
    const facts = { name, kind: 'placeholder', type, options, content: NO_CONTENT } as const
    return { ...facts, isEmpty: false, start, end: this.#at }
  }

  /** Skips a style; returns false if there is a list of options instead, which an opening brace reveals. */
  #isStyle(): boolean {
    const start = this.#at
    for (;;) {
      this.#skip(plainStyle)
      const character = this.#text[this.#at]
      if (character === "'") {
        if (this.#text[this.#at + 1] === "'") this.#at += 2
        else this.#skipQuoted()
      } else if (character === '<' && !this.#isTagStart()) {
        this.#at++
      } else {
        if (this.#at === start) throw this.#expected('a style')
        if (character !== '{') return true
        this.#at = start
        return false
      }
    }
  }

  #skipOffset(): void {
    if (this.#take(offsetMark) === '') return
    const digits = this.#take(offsetNumber)
    if (digits === '' || digits === '-') throw this.#expected('a number')
    // After a zero, the reference parser does not skip white space.
    if (/[1-9]/.test(digits)) this.#skipSpaces()
  }

  /** Reads at least one option, up to the closing brace of the placeholder. */
  #readOptions(parent: NonNullable<Parent>): ReadonlyMap<string, readonly IcuArgument[]> {
    const options = new Map<string, readonly IcuArgument[]>()
    do {
      const selector = this.#take(nameOfArgument)
      if (selector === '') throw this.#expected('the selector of an option')
      this.#skipSpaces()
      if (this.#optionDepth >= MAX_DEPTH) {
        throw new IcuSyntaxError(`expected at most ${MAX_DEPTH} nested options`, this.#at)
      }
      this.#expect('{')
      this.#optionDepth++
      options.set(selector, this.readContent(parent))
      this.#optionDepth--
      this.#at++
      this.#skipSpaces()
    } while (this.#text[this.#at] !== '}')
    return options
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex
  }

  #skipSpaces(): void {
    const code = this.#text.charCodeAt(this.#at)
    // Mostly there is none, and running the expression would take longer.
    if (code <= 0x20 || code >= 0x7f) this.#skip(spaces)
  }

  /** Returns the match of a sticky expression, or `''`, and advances past it. */
  #take(pattern: RegExp): string {
    const start = this.#at
    this.#skip(pattern)
    return this.#text.slice(start, this.#at)
  }

  /** Returns a name and advances past it and the white space around it. */
  #takeName(what: string): string {
    this.#skipSpaces()
    const name = this.#take(nameOfArgument)
    if (name === '') throw this.#expected(what)
    this.#skipSpaces()
    return name
  }

  /** Advances past a special character. Throws IcuSyntaxError if it is missing. */
  #expect(mark: string, what = `\`${mark}\``): void {
    if (this.#text[this.#at] !== mark) throw this.#expected(what)
    this.#at++
  }

  #expected(what: string): IcuSyntaxError {
    const code = this.#text.codePointAt(this.#at)
    const character = code === undefined ? 'the end' : `\`${String.fromCodePoint(code)}\``
    return new IcuSyntaxError(`expected ${what}, found ${character}`, this.#at)
  }

  /** Returns whether an apostrophe before a character starts a quotation. */
  #isQuotable(character: string | undefined, parent: Parent): boolean {
    if (character === '{' || character === '}') return true
    if (character === '#') return isCounting(parent)
    return character === '<' && this.#options.tags !== 'off'
  }

  /** Advances from an opening apostrophe past the closing one, or to the end. */
  #skipQuoted(): void {
    const text = this.#text
    let close = text.indexOf("'", this.#at + 2)
    while (close >= 0 && text[close + 1] === "'") close = text.indexOf("'", close + 2)
    this.#at = close < 0 ? text.length : close + 1
  }

  /** Returns whether the `<` at this position starts an opening or closing tag. */
  #isTagStart(): boolean {
    const { tags, tagPrefix } = this.#options
    if (tags !== 'loose') return tags === 'strict'
    const name = this.#text[this.#at + 1] === '/' ? this.#at + 2 : this.#at + 1
    if (tagPrefix !== '') return this.#text.startsWith(tagPrefix, name)
    return /[a-zA-Z]/.test(this.#text[name] ?? '')
  }
}

/** Returns whether a hash inside an argument is the number of a plural. */
function isCounting(parent: Parent): boolean {
  return parent?.kind === 'placeholder' && COUNTING.has(parent.type ?? '')
}

/** Returns the expected end of an argument, for messages. */
function closeOf({ kind, name }: NonNullable<Parent>): string {
  return kind === 'tag' ? quote(`</${name}>`) : '`}`'
}
