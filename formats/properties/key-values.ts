import { isWhitespace, parseErrorAt } from '../../src/text.ts'
import { Comments } from './comments.ts'
import type { Dialect } from './dialect.ts'

/** A key and its value as written, with the comments about it. */
export interface KeyValue {
  /** The key, trimmed except for escaped white space. */
  readonly key: string
  /** The joined lines of the value, without continuation marks; undefined in a line without separator. */
  readonly value: string | undefined
  /** Whether the value is complete before the end of the file. */
  readonly isComplete: boolean
  /** The comments before it, keeping empty lines between them. */
  readonly note: string
  /** Whether only its own comments precede it. */
  readonly isFirst: boolean
  /** UTF-16 offset of its line. */
  readonly offset: number
}

/**
 * Gives the keys of a file in the manner of Java's properties, read as translate-toolkit does: comments, also `/* *\/`
 * ones, belong to the next key, but for the first ones before an empty line, which are the file's. Throws ParseError for a
 * broken key.
 */
export function readKeyValues(
  text: string,
  dialect: Dialect,
  onKey: (keyValue: KeyValue) => void,
): void {
  const comments = new Comments()
  let isFirst = true
  for (let offset = 0, next = 0; offset <= text.length; offset = next) {
    const lineBreak = lineBreakAt(text, offset)
    next = lineBreak + 1
    const end = withoutReturns(text, offset, lineBreak)
    if (comments.isOpen()) {
      comments.goOn(text.slice(offset, end))
      continue
    }
    const lineStart = withoutMissing(text, offset, dialect)
    const start = skipSpace(text, lineStart, end)
    const line = { lineStart, start, end }
    if (comments.take(text, line)) continue
    const separator = dialect.separatorAt(text, line)
    if (separator === undefined) {
      throw parseErrorAt(text, start, 'expected " at the end of the key')
    }
    const key = keyOf(text, start, separator < 0 ? end : separator)
    let value: string | undefined
    let isContinued = false
    if (separator >= 0) {
      let from = skipSpace(text, separator + 1, end)
      let to = end
      isContinued = dialect.isContinued(text, from, to)
      value = text.slice(from, isContinued ? to - dialect.markLength : to)
      while (isContinued && next <= text.length) {
        const partBreak = lineBreakAt(text, next)
        to = withoutReturns(text, next, partBreak)
        from = skipSpace(text, next, to)
        next = partBreak + 1
        isContinued = dialect.isContinued(text, from, to)
        value += text.slice(from, isContinued ? to - dialect.markLength : to)
      }
    }
    isFirst &&= !comments.hasHeader
    onKey({ key, value, isComplete: !isContinued, note: comments.finish(), isFirst, offset })
    isFirst = false
  }
}

function lineBreakAt(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

/** Returns the end of a line without carriage returns. */
function withoutReturns(text: string, start: number, end: number): number {
  let last = end
  while (last > start && text.charCodeAt(last - 1) === 0x0d) last--
  return last
}

/** Returns the start of a line without the prefix that the dialect drops. */
function withoutMissing(text: string, start: number, { ignoredStart }: Dialect): number {
  if (ignoredStart === undefined) return start
  let from = start
  while (text.startsWith(ignoredStart, from)) from += ignoredStart.length
  return from
}

function skipSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isWhitespace(text.charCodeAt(at))) at++
  return at
}

function keyOf(text: string, start: number, end: number): string {
  let last = end
  while (last > start && isWhitespace(text.charCodeAt(last - 1))) last--
  const isEscaped = last < end && text.charCodeAt(last - 1) === 0x5c
  return text.slice(start, isEscaped ? last + 1 : last)
}
