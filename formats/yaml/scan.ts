import type { YamlList, YamlMapping, YamlNode, YamlScalar } from './node.ts'
import { resolvePlain } from './scalar.ts'

const [SPACE, HASH, COLON, DASH, BACKSLASH] = [0x20, 0x23, 0x3a, 0x2d, 0x5c]
const [DOUBLE, SINGLE, LITERAL, FOLDED] = [0x22, 0x27, 0x7c, 0x3e]

/** Tabs, carriage returns, control characters and byte order marks are left to the library. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FOREIGN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/
/** Characters that start a plain scalar only before another character. */
const LEADERS = '-:?'
const INDICATORS = ',[]{}#&*!|>\'"%@`'
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }
/** Lower than the lengths and depths at which the library refuses keys and collections. */
const MAX_KEY = 1000
const MAX_DEPTH = 100

/**
 * Reads the value of a text in the subset of YAML that most translations use, with the result of `composeDocument` but
 * many times as fast: block mappings and lists, and texts that are plain, quoted on one line, or in blocks. Returns
 * undefined for anything else, valid or not.
 */
export function scanDocument(text: string): YamlNode | undefined {
  return FOREIGN.test(text) ? undefined : new DocumentScan(text).read()
}

class DocumentScan {
  readonly #text: string
  /** Offsets of the next character and of the end of its line. */
  #at = 0
  #end = -1
  /** Indentation of the line; -1 past the last line and past what this scanner reads. */
  #indent = 0
  #isRead = true
  /** Text between the line and the previous one. */
  #emptyLines = 0
  #hasComment = false

  constructor(text: string) {
    this.#text = text
  }

  read(): YamlNode | undefined {
    this.#nextLine()
    const hasMark = this.#text.startsWith('---', this.#at) && this.#indent === 0
    if (hasMark && this.#isLineDone(this.#at + 3)) this.#nextLine()
    if (this.#indent === -1) return undefined
    const root = this.#readBlock(0)
    return this.#isRead && this.#indent === -1 ? root : undefined
  }

  /** Leaves the file to the full parser. */
  #refuse(): string {
    this.#isRead = false
    this.#indent = -1
    return ''
  }

  /** Advances to the next line with content. */
  #nextLine(): void {
    this.#emptyLines = 0
    this.#hasComment = false
    while (this.#isRead && this.#end < this.#text.length) {
      const start = this.#end + 1
      this.#end = this.#lineEnd(start)
      this.#at = this.#afterSpaces(start)
      this.#indent = this.#at - start
      const isComment = this.#text.charCodeAt(this.#at) === HASH
      if (this.#at < this.#end && !isComment) {
        if (this.#indent === 0 && this.#text.startsWith('...', this.#at)) this.#refuse()
        return
      }
      this.#hasComment ||= isComment
      this.#emptyLines++
    }
    this.#indent = -1
  }

  #lineEnd(from: number): number {
    const lineBreak = this.#text.indexOf('\n', from)
    return lineBreak === -1 ? this.#text.length : lineBreak
  }

  #afterSpaces(from: number): number {
    let next = from
    while (this.#text.charCodeAt(next) === SPACE) next++
    return next
  }

  #isDivided(from: number): boolean {
    return from === this.#end || this.#text.charCodeAt(from) === SPACE
  }

  /** Returns whether only a comment follows on the line. */
  #isLineDone(from: number): boolean {
    const next = this.#afterSpaces(from)
    return next >= this.#end || (next > from && this.#text.charCodeAt(next) === HASH)
  }

  #isAtItem(): boolean {
    return this.#text.charCodeAt(this.#at) === DASH && this.#isDivided(this.#at + 1)
  }

  /** Reads the node at the current line and its deeper lines. */
  #readBlock(depth: number): YamlNode {
    if (depth > MAX_DEPTH) this.#refuse()
    return this.#isAtItem() ? this.#readList(depth) : this.#readMapping(depth)
  }

  #readList(depth: number): YamlList {
    const indent = this.#indent
    const list = { kind: 'list', items: [] as YamlNode[], offset: this.#at } as const
    while (this.#indent === indent && this.#isAtItem()) {
      this.#at++
      list.items.push(this.#readValue(indent, depth, false))
    }
    if (this.#indent > indent) this.#refuse()
    return list
  }

  #readMapping(depth: number): YamlMapping {
    const indent = this.#indent
    const keys: YamlScalar[] = []
    const values: YamlNode[] = []
    const mapping = { kind: 'mapping', keys, values, merged: [], offset: this.#at } as const
    const names = new Set<string>()
    while (this.#indent === indent && this.#isRead) {
      const key = this.#readKey()
      names.add(key.text)
      if (names.size === keys.length || key.type !== 'text' || key.text === '<<') this.#refuse()
      keys.push(key)
      values.push(this.#readValue(indent, depth, true))
    }
    if (this.#indent > indent) this.#refuse()
    return mapping
  }

  #scalarAt(offset: number, written: string, isPlain: boolean): YamlScalar {
    const { type, text } = isPlain
      ? resolvePlain(written)
      : { type: 'text' as const, text: written }
    return { kind: 'scalar', type, text, isTagged: false, offset }
  }

  #readKey(): YamlScalar {
    const start = this.#at
    const isQuoted = isQuote(this.#text.charCodeAt(this.#at))
    const text = isQuoted ? this.#readQuoted() : this.#readPlain()
    this.#at = this.#afterSpaces(this.#at)
    const isKey =
      this.#text.charCodeAt(this.#at) === COLON &&
      this.#isDivided(this.#at + 1) &&
      this.#at - start < MAX_KEY
    if (!isKey) this.#refuse()
    this.#at++
    return this.#scalarAt(start, text, !isQuoted)
  }

  /** Reads what follows a key or a dash, up to the next line. */
  #readValue(indent: number, depth: number, isMember: boolean): YamlNode {
    if (this.#isLineDone(this.#at)) {
      const offset = this.#afterSpaces(this.#at)
      this.#nextLine()
      if (this.#indent > indent || (isMember && this.#indent === indent && this.#isAtItem()))
        return this.#readBlock(depth + 1)
      return this.#scalarAt(offset, '', true)
    }
    this.#at = this.#afterSpaces(this.#at)
    const start = this.#at
    const first = this.#text.charCodeAt(this.#at)
    if (first === LITERAL || first === FOLDED) {
      return this.#scalarAt(start, this.#readTextBlock(indent, first === FOLDED), false)
    }
    const isQuoted = isQuote(first)
    let value = isQuoted ? this.#readQuoted() : this.#readPlain()
    if (!this.#isLineDone(this.#at)) this.#refuse()
    let isCommented = this.#afterSpaces(this.#at) < this.#end
    this.#nextLine()
    while (this.#indent > indent && !isQuoted && !isCommented && !this.#hasComment) {
      const between = this.#emptyLines === 0 ? ' ' : '\n'.repeat(this.#emptyLines)
      value += between + this.#readPlain()
      if (!this.#isLineDone(this.#at)) this.#refuse()
      isCommented = this.#afterSpaces(this.#at) < this.#end
      this.#nextLine()
    }
    if (this.#indent > indent) this.#refuse()
    return this.#scalarAt(start, value, !isQuoted)
  }

  /** Reads up to a comment, a key's colon or the end of the line. */
  #readPlain(): string {
    const start = this.#at
    let last = this.#at
    const first = this.#text.charAt(this.#at)
    const isAlone = this.#isDivided(this.#at + 1) || this.#text.charCodeAt(this.#at + 1) === DASH
    if (INDICATORS.includes(first) || (isAlone && LEADERS.includes(first))) return this.#refuse()
    for (let next = this.#at; next < this.#end; next++) {
      const code = this.#text.charCodeAt(next)
      if (code === SPACE) continue
      if (code === COLON && this.#isDivided(next + 1)) break
      if (code === HASH && last < next) break
      last = next + 1
    }
    this.#at = last
    return this.#text.slice(start, last)
  }

  /** Reads a text in quotes that ends on the line. */
  #readQuoted(): string {
    const quote = this.#text.charCodeAt(this.#at)
    const start = this.#at + 1
    let hasEscape = false
    let next = start
    for (; next < this.#end; next++) {
      const code = this.#text.charCodeAt(next)
      const isEscape =
        quote === DOUBLE
          ? code === BACKSLASH
          : code === SINGLE && this.#text.charCodeAt(next + 1) === SINGLE
      if (isEscape) next++
      else if (code === quote) break
      hasEscape ||= isEscape
    }
    if (next >= this.#end) return this.#refuse()
    this.#at = next + 1
    const written = this.#text.slice(start, next)
    if (!hasEscape) return written
    if (quote === SINGLE) return written.replaceAll("''", "'")
    return written.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? this.#refuse())
  }

  /**
   * Reads the lines below `|`, `|-`, `>` or `>-`, which end before the text does; in folded scalars no line may be
   * empty or deeper.
   */
  #readTextBlock(indent: number, isFolded: boolean): string {
    const isStripped = this.#text.charCodeAt(this.#at + 1) === DASH
    if (!this.#isLineDone(this.#at + (isStripped ? 2 : 1))) return this.#refuse()
    const lines: string[] = []
    let width = 0
    let count = 0
    for (; this.#end < this.#text.length - 1; this.#end = this.#lineEnd(this.#end + 1)) {
      const start = this.#end + 1
      const stop = this.#lineEnd(start)
      const first = this.#afterSpaces(start)
      if (first < stop) {
        if (width === 0) width = first - start
        if (width <= indent || first - start < width) break
        count = lines.length + 1
      } else if (width === 0 || first - start > width) return this.#refuse()
      if (stop === this.#text.length) return this.#refuse()
      lines.push(this.#text.slice(start + width, stop))
    }
    lines.length = count
    if (count === 0) return this.#refuse()
    if (isFolded && lines.some((line) => line === '' || line.startsWith(' '))) return this.#refuse()
    this.#nextLine()
    if (this.#indent > indent) this.#refuse()
    return lines.join(isFolded ? ' ' : '\n') + (isStripped ? '' : '\n')
  }
}

function isQuote(code: number): boolean {
  return code === DOUBLE || code === SINGLE
}
