import type { YamlList, YamlMapping, YamlNode, YamlScalar } from './node.ts'
import { resolvePlain } from './scalar.ts'

const [SPACE, HASH, COLON, DASH, BACKSLASH] = [0x20, 0x23, 0x3a, 0x2d, 0x5c]
const [DOUBLE, SINGLE, LITERAL, FOLDED] = [0x22, 0x27, 0x7c, 0x3e]

/** Tabs, carriage returns, controls and marks, whose rules are the library's. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const FOREIGN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/
/** What a plain scalar begins with only before another character. */
const LEADERS = '-:?'
const INDICATORS = ',[]{}#&*!|>\'"%@`'
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }
/** Below the lengths and depths from which on the library refuses keys and collections. */
const MAX_KEY = 1000
const MAX_DEPTH = 100

/**
 * The value of a text in the part of YAML that most translations keep to, as `composeDocument` reads it, but many times
 * as fast: mappings and lists in lines of their own, texts plain, in quotes on one line, or in blocks. Undefined for
 * anything else, be it YAML or not. It is long because its functions share the line at which they stand.
 */
export function scanDocument(text: string): YamlNode | undefined {
  /** The next character and the end of its line. */
  let at = 0
  let end = -1
  /** Of the line; -1 behind the last one and behind what is not read here. */
  let indent = 0
  let isRead = true
  /** What lies between the line and the one before it. */
  let emptyLines = 0
  let hasComment = false

  function giveUp(): string {
    isRead = false
    indent = -1
    return ''
  }

  /** Goes to the next line with content. */
  function nextLine(): void {
    emptyLines = 0
    hasComment = false
    while (isRead && end < text.length) {
      const start = end + 1
      end = lineEnd(start)
      at = afterSpaces(start)
      indent = at - start
      const isComment = text.charCodeAt(at) === HASH
      if (at < end && !isComment) {
        if (indent === 0 && text.startsWith('...', at)) giveUp()
        return
      }
      hasComment ||= isComment
      emptyLines++
    }
    indent = -1
  }

  function lineEnd(from: number): number {
    const found = text.indexOf('\n', from)
    return found === -1 ? text.length : found
  }

  function afterSpaces(from: number): number {
    let next = from
    while (text.charCodeAt(next) === SPACE) next++
    return next
  }

  function isDivided(from: number): boolean {
    return from === end || text.charCodeAt(from) === SPACE
  }

  /** Whether nothing but a comment follows on the line. */
  function isLineDone(from: number): boolean {
    const next = afterSpaces(from)
    return next >= end || (next > from && text.charCodeAt(next) === HASH)
  }

  function isAtItem(): boolean {
    return text.charCodeAt(at) === DASH && isDivided(at + 1)
  }

  /** What stands at the present line and deeper. */
  function readBlock(depth: number): YamlNode {
    if (depth > MAX_DEPTH) giveUp()
    return isAtItem() ? readList(depth) : readMapping(depth)
  }

  function readList(depth: number): YamlList {
    const own = indent
    const list = { kind: 'list', items: [] as YamlNode[], offset: at } as const
    while (indent === own && isAtItem()) {
      at++
      list.items.push(readValue(own, depth, false))
    }
    if (indent > own) giveUp()
    return list
  }

  function readMapping(depth: number): YamlMapping {
    const own = indent
    const keys: YamlScalar[] = []
    const values: YamlNode[] = []
    const mapping = { kind: 'mapping', keys, values, merged: [], offset: at } as const
    const known = new Set<string>()
    while (indent === own && isRead) {
      const key = readKey()
      known.add(key.text)
      if (known.size === keys.length || key.type !== 'text' || key.text === '<<') giveUp()
      keys.push(key)
      values.push(readValue(own, depth, true))
    }
    if (indent > own) giveUp()
    return mapping
  }

  function scalarAt(offset: number, own: string, isPlain: boolean): YamlScalar {
    const { type, text } = isPlain ? resolvePlain(own) : { type: 'text' as const, text: own }
    return { kind: 'scalar', type, text, isTagged: false, offset }
  }

  /** A key and its colon. */
  function readKey(): YamlScalar {
    const start = at
    const isQuoted = isQuote(text.charCodeAt(at))
    const own = isQuoted ? readQuoted() : readPlain()
    at = afterSpaces(at)
    const isKey = text.charCodeAt(at) === COLON && isDivided(at + 1) && at - start < MAX_KEY
    if (!isKey) giveUp()
    at++
    return scalarAt(start, own, !isQuoted)
  }

  /** What follows a key or a dash, to the next line. */
  function readValue(own: number, depth: number, isMember: boolean): YamlNode {
    if (isLineDone(at)) {
      const offset = afterSpaces(at)
      nextLine()
      if (indent > own || (isMember && indent === own && isAtItem())) return readBlock(depth + 1)
      return scalarAt(offset, '', true)
    }
    at = afterSpaces(at)
    const start = at
    const first = text.charCodeAt(at)
    if (first === LITERAL || first === FOLDED) {
      return scalarAt(start, readTextBlock(own, first === FOLDED), false)
    }
    const isQuoted = isQuote(first)
    let value = isQuoted ? readQuoted() : readPlain()
    if (!isLineDone(at)) giveUp()
    let isCommented = afterSpaces(at) < end
    nextLine()
    while (indent > own && !isQuoted && !isCommented && !hasComment) {
      const between = emptyLines === 0 ? ' ' : '\n'.repeat(emptyLines)
      value += between + readPlain()
      if (!isLineDone(at)) giveUp()
      isCommented = afterSpaces(at) < end
      nextLine()
    }
    if (indent > own) giveUp()
    return scalarAt(start, value, !isQuoted)
  }

  /** Up to a comment, the colon of a key or the end of the line. */
  function readPlain(): string {
    const start = at
    let last = at
    const first = text.charAt(at)
    const isAlone = isDivided(at + 1) || text.charCodeAt(at + 1) === DASH
    if (INDICATORS.includes(first) || (isAlone && LEADERS.includes(first))) return giveUp()
    for (let next = at; next < end; next++) {
      const code = text.charCodeAt(next)
      if (code === SPACE) continue
      if (code === COLON && isDivided(next + 1)) break
      if (code === HASH && last < next) break
      last = next + 1
    }
    at = last
    return text.slice(start, last)
  }

  /** A text in quotes that end on the line. */
  function readQuoted(): string {
    const quote = text.charCodeAt(at)
    const start = at + 1
    let hasEscape = false
    let next = start
    for (; next < end; next++) {
      const code = text.charCodeAt(next)
      const isEscape =
        quote === DOUBLE
          ? code === BACKSLASH
          : code === SINGLE && text.charCodeAt(next + 1) === SINGLE
      if (isEscape) next++
      else if (code === quote) break
      hasEscape ||= isEscape
    }
    if (next >= end) return giveUp()
    at = next + 1
    const written = text.slice(start, next)
    if (!hasEscape) return written
    if (quote === SINGLE) return written.replaceAll("''", "'")
    return written.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? giveUp())
  }

  /** The lines below `|`, `|-`, `>` or `>-`, which end before the text does; in folded ones none is empty or deeper. */
  function readTextBlock(own: number, isFolded: boolean): string {
    const isStripped = text.charCodeAt(at + 1) === DASH
    if (!isLineDone(at + (isStripped ? 2 : 1))) return giveUp()
    const lines: string[] = []
    let width = 0
    let count = 0
    for (; end < text.length - 1; end = lineEnd(end + 1)) {
      const start = end + 1
      const stop = lineEnd(start)
      const first = afterSpaces(start)
      if (first < stop) {
        if (width === 0) width = first - start
        if (width <= own || first - start < width) break
        count = lines.length + 1
      } else if (width === 0 || first - start > width) return giveUp()
      if (stop === text.length) return giveUp()
      lines.push(text.slice(start + width, stop))
    }
    lines.length = count
    if (count === 0) return giveUp()
    if (isFolded && lines.some((line) => line === '' || line.startsWith(' '))) return giveUp()
    nextLine()
    if (indent > own) giveUp()
    return lines.join(isFolded ? ' ' : '\n') + (isStripped ? '' : '\n')
  }

  if (FOREIGN.test(text)) return undefined
  nextLine()
  if (text.startsWith('---', at) && indent === 0 && isLineDone(at + 3)) nextLine()
  if (indent === -1) return undefined
  const root = readBlock(0)
  return isRead && indent === -1 ? root : undefined
}

function isQuote(code: number): boolean {
  return code === DOUBLE || code === SINGLE
}
