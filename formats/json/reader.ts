import { CONTROL, decodeUtf8, expectWhole, nameOfControl, parseErrorAt } from '../../src/text.ts'
import type { ParseOptions } from '../entry.ts'
import type { JsonArray, JsonNumber, JsonObject, JsonValue } from './value.ts'

/** The text of a file, and its value. */
export interface JsonDocument {
  readonly text: string
  readonly value: JsonValue
}

interface ReadOptions extends Pick<ParseOptions, 'onFault'> {
  /** Whether lone surrogates are allowed, for a format in which only those of some strings fail the file. */
  readonly keepsSurrogates?: boolean
}

/** Most levels of nesting. */
export const MAX_DEPTH: number = 990
const MAX_INTEGER_DIGITS = 4300
/** Objects with fewer keys are searched linearly for a repeated key, larger ones by a map. */
const FEW_KEYS = 8

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
/** V8 copies shorter substrings. */
const SHORT = 13
const QUOTE = 34
const PLUS = 43
const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', { kind: 'number', text: 'NaN', isInteger: false }],
  ['Infinity', { kind: 'number', text: 'Infinity', isInteger: false }],
  ['-Infinity', { kind: 'number', text: '-Infinity', isInteger: false }],
]

/**
 * Reads JSON as CPython's `json` module does: RFC 8259 plus `NaN`, `Infinity` and `-Infinity`, with numbers and the order
 * of keys kept as written. Throws ParseError, also for lone surrogates in any string and for nesting deeper than 990.
 */
export function readJson(bytes: Uint8Array, options?: ReadOptions): JsonDocument {
  return readJsonText(decodeUtf8(bytes), options)
}

/** Reads an already decoded text as `readJson` does. */
export function readJsonText(text: string, options: ReadOptions = {}): JsonDocument {
  return new JsonReader(text, options).readDocument()
}

/** How many repeated keys get their path; no more of them are shown. */
const MAX_NAMED = 100
/** Longest path of a repeated key, in UTF-16 units: no more of it is shown. */
const MAX_CONTEXT = 200

class JsonReader {
  readonly #text: string
  readonly #keepsSurrogates: boolean
  readonly #onFault: ReadOptions['onFault']
  #at: number
  #depth = 0
  /** Keys and indexes of the open objects and arrays, by depth. */
  readonly #path: (string | number)[] = []
  #repeated = 0
  /** Offsets of control characters in texts, which `onFault` lets pass. */
  readonly #controls: number[] = []

  constructor(text: string, { keepsSurrogates = false, onFault }: ReadOptions) {
    this.#text = text
    this.#keepsSurrogates = keepsSurrogates
    this.#onFault = onFault
    this.#at = startOfValue(text)
  }

  readDocument(): JsonDocument {
    const value = this.#readValue()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('the end of the file')
    for (const offset of this.#controls) {
      const name = nameOfControl(this.#text.charAt(offset))
      this.#onFault?.({
        message: `JSON does not allow ${name} in a text unless it is escaped`,
        offset,
      })
    }
    return { text: this.#text, value }
  }

  #fail(expected: string, offset: number = this.#at): never {
    // A text that spans lines probably lacks its closing quote, and everything behind it is misread.
    const lineBreak = this.#controls.find((offset) => isLineBreak(this.#text.charCodeAt(offset)))
    if (lineBreak !== undefined && lineBreak < offset) this.#failAt(QUOTED_TEXT, lineBreak)
    this.#failAt(expected, offset)
  }

  #failAt(expected: string, offset: number): never {
    const message = `expected ${expected}, found ${foundAt(this.#text, offset)}`
    throw parseErrorAt(this.#text, offset, message)
  }

  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB)
        this.#at++
      else return code
    }
  }

  #readString(): string {
    const start = ++this.#at
    let end = start
    for (;;) {
      const code = this.#text.charCodeAt(end)
      if (code === QUOTE) {
        this.#at = end + 1
        return this.#ownText(start, end)
      }
      // Past the end the code is NaN, which fails this comparison as well.
      if (code === BACKSLASH || !(code >= SPACE)) return this.#readEscaped(start, end)
      end++
    }
  }

  /** A copy, since a substring would retain the whole file. */
  #ownText(start: number, end: number): string {
    if (end - start < SHORT) return this.#text.slice(start, end)
    return JSON.parse(this.#text.slice(start - 1, end + 1)) as string
  }

  #readEscaped(start: number, firstEscape: number): string {
    let end = firstEscape
    for (;;) {
      const code = this.#text.charCodeAt(end)
      if (code === QUOTE) break
      if (!(code >= SPACE)) {
        if (this.#onFault === undefined || end >= this.#text.length) this.#fail(QUOTED_TEXT, end)
        this.#controls.push(end)
      }
      end += code === BACKSLASH ? 2 : 1
    }
    this.#at = end + 1
    const value = resolveEscapes(this.#text, start, end, this.#controls.length > 0)
    if (!this.#keepsSurrogates) expectWhole(value, this.#text, start - 1)
    return value
  }

  #readObject(): JsonObject {
    this.#at++
    const keys: string[] = []
    const values: JsonValue[] = []
    const offsets: number[] = []
    let indexes: Map<string, number> | undefined
    for (let more = this.#hasFirst(CLOSE_BRACE); more; more = this.#hasNext(CLOSE_BRACE, 'brace')) {
      if (this.#skipSpace() !== QUOTE) this.#fail('a key in double quotes')
      const offset = this.#at
      const key = this.#readString()
      if (this.#skipSpace() !== COLON) this.#fail('a colon')
      this.#at++
      this.#path[this.#depth] = key
      const value = this.#readValue()
      const earlier = indexes === undefined ? keys.indexOf(key) : (indexes.get(key) ?? -1)
      if (earlier === -1) {
        indexes?.set(key, keys.length)
        keys.push(key)
        values.push(value)
        offsets.push(offset)
        if (keys.length === FEW_KEYS) indexes = new Map(keys.map((each, index) => [each, index]))
      } else {
        const message = 'Only the last value of a repeated key counts'
        const context = ++this.#repeated > MAX_NAMED ? key : this.#context()
        this.#onFault?.({ message, offset, context, kind: 'repeated' })
        values[earlier] = value
        offsets[earlier] = offset
      }
    }
    return { kind: 'object', keys, values, offsets }
  }

  #readArray(): JsonArray {
    this.#at++
    const items: JsonValue[] = []
    const offsets: number[] = []
    for (
      let more = this.#hasFirst(CLOSE_BRACKET);
      more;
      more = this.#hasNext(CLOSE_BRACKET, 'bracket')
    ) {
      this.#skipSpace()
      offsets.push(this.#at)
      this.#path[this.#depth] = items.length
      items.push(this.#readValue())
    }
    return { kind: 'array', items, offsets }
  }

  /** Returns the context of the current member, as `readTree` names it: `a.b`, `list[0].k`. */
  #context(): string {
    const parts = this.#path.slice(1, this.#depth + 1)
    const written: string[] = []
    let length = 0
    for (const [index, part] of parts.entries()) {
      const text = typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`
      written.push(text.slice(0, MAX_CONTEXT - length))
      length += text.length
      if (length >= MAX_CONTEXT) break
    }
    return written.join('')
  }

  /** Returns whether an object or array has content; otherwise skips its end. */
  #hasFirst(close: number): boolean {
    if (this.#skipSpace() !== close) return true
    this.#at++
    return false
  }

  /** Skips a comma or the end of an object or array; returns whether it was a comma. */
  #hasNext(close: number, name: string): boolean {
    const code = this.#skipSpace()
    if (code !== COMMA && code !== close) this.#fail(`a comma or a closing ${name}`)
    this.#at++
    return code === COMMA
  }

  #readDigits(): void {
    if (!isDigit(this.#text.charCodeAt(this.#at))) this.#fail('a digit')
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #readNumber(): JsonNumber {
    const start = this.#at
    if (this.#text.charCodeAt(this.#at) === MINUS) this.#at++
    const first = this.#at
    if (this.#text.charCodeAt(this.#at) === ZERO) this.#at++
    else this.#readDigits()
    const digits = this.#at - first
    let isInteger = true
    if (this.#text.charCodeAt(this.#at) === DOT) {
      isInteger = false
      this.#at++
      this.#readDigits()
    }
    if ((this.#text.charCodeAt(this.#at) | 0x20) === 0x65) {
      isInteger = false
      this.#at++
      const sign = this.#text.charCodeAt(this.#at)
      if (sign === PLUS || sign === MINUS) this.#at++
      this.#readDigits()
    }
    if (isInteger && digits > MAX_INTEGER_DIGITS) {
      const message = `expected at most ${MAX_INTEGER_DIGITS} digits, found ${digits}`
      throw parseErrorAt(this.#text, start, message)
    }
    return { kind: 'number', text: this.#text.slice(start, this.#at), isInteger }
  }

  #readValue(): JsonValue {
    const code = this.#skipSpace()
    if (code === QUOTE) return this.#readString()
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++this.#depth > MAX_DEPTH) {
        const message = `expected at most ${MAX_DEPTH} levels of nesting, found more`
        throw parseErrorAt(this.#text, this.#at, message)
      }
      const value = code === OPEN_BRACE ? this.#readObject() : this.#readArray()
      this.#depth--
      return value
    }
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    if (code !== MINUS && !isDigit(code)) this.#fail('a value')
    return this.#readNumber()
  }
}

/** Returns where the value may start: behind a comment at the top, which Shopify's theme editor writes and reads. */
export function startOfValue(text: string): number {
  return /^\s*\/\*[\s\S]*?\*\//.exec(text)?.[0].length ?? 0
}

const QUOTED_TEXT = 'the rest of a text in double quotes'

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const RAW_CONTROL = /[\0-\x1f]/g

/** Control characters that texts may contain stay; others become U+FFFD. */
function escapeControl(control: string): string {
  return CONTROL.test(control) ? '\ufffd' : JSON.stringify(control).slice(1, -1)
}

function resolveEscapes(text: string, start: number, end: number, hasControls: boolean): string {
  const quoted = text.slice(start - 1, end + 1)
  try {
    // JSON.parse checks exactly what remains, and copies long texts without a piece per escape.
    return JSON.parse(hasControls ? quoted.replace(RAW_CONTROL, escapeControl) : quoted) as string
  } catch (cause) {
    let offset = text.indexOf('\\', start)
    while (/^\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/.test(text.slice(offset, offset + 6))) {
      offset = text.indexOf('\\', text[offset + 1] === 'u' ? offset + 6 : offset + 2)
    }
    throw parseErrorAt(text, offset, 'expected a valid escape, found another', { cause })
  }
}

function foundAt(text: string, offset: number): string {
  const code = text.codePointAt(offset)
  if (code === undefined) return 'the end of the file'
  if (code > 0x20 && code < 0x7f) return `\`${String.fromCodePoint(code)}\``
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
