import { isWhitespace, parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import { Comments } from './comments.ts'
import type { Dialect } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'

/** How a format of the family differs from Java's properties. */
export interface KeyValueRules {
  readonly dialect: Dialect
  readonly keyOf?: (written: string) => string
  /** Decodes a value as written. */
  readonly textOf?: (written: string, isComplete: boolean) => string
  /** Returns the source text of a value in a template, if it differs from the value. */
  readonly sourceOf?: (written: string) => string
  /** Returns the note, given comments and the value as written, if it is more than the comments. */
  readonly noteOf?: (comments: string, written: string) => string
  /** Returns what is wrong with a value as written, if it can be read all the same. */
  readonly faultOf?: (written: string) => string | undefined
}

/**
 * The entries of a text. Throws ParseError for a broken key, for halves of surrogate pairs, and for a template that begins
 * with a line without separator, which is no file of the format.
 */
export function parseKeyValues(
  text: string,
  { isMonolingual, isTemplate = false, onFault }: ParseOptions,
  { dialect, keyOf, textOf = decodeEscapes, sourceOf, noteOf, faultOf }: KeyValueRules,
): ParsedFile {
  const entries: Entry[] = []
  // A key that the template lacks does no harm in a translation.
  const hasKeyText = !isMonolingual || isTemplate
  let position = 0
  readKeyValues(text, dialect, ({ key, value, isComplete, isFirst, note, offset }) => {
    if (isTemplate && isFirst && value === undefined) {
      throw parseErrorAt(text, offset, 'expected a key and a value')
    }
    const context = keyOf === undefined ? key : keyOf(key)
    const target = value === undefined ? '' : textOf(value, isComplete)
    const message = value === undefined ? undefined : faultOf?.(value)
    if (message !== undefined) onFault?.({ message, offset, context })
    const hasContent = context !== '' || target !== ''
    if (!hasContent && !isMonolingual) return
    const keyText = hasKeyText ? decodeEscapes(context) : ''
    // Only escapes can produce lone surrogates.
    const isWhole =
      (target === value || target.isWellFormed()) &&
      (keyText === '' || keyText === key || !hasContent || keyText.isWellFormed())
    if (!isWhole) {
      throw parseErrorAt(text, offset, 'expected whole characters, found a lone surrogate')
    }
    entries.push({
      context,
      source: isMonolingual ? (isTemplate && sourceOf?.(value ?? '')) || '' : keyText,
      target,
      // Programs cannot look up a text without a key.
      state: context === '' ? 'read-only' : target === '' ? 'untranslated' : 'translated',
      note: noteOf === undefined ? note : noteOf(note, value ?? ''),
      explanation: '',
      flags: '',
      position: hasContent ? ++position : 0,
      offset,
    })
  })
  return { entries }
}

/** A key and its value as written, with the comments about it. */
interface KeyValue {
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
function readKeyValues(text: string, dialect: Dialect, onKey: (keyValue: KeyValue) => void): void {
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
