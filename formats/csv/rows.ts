import { parseErrorAt } from '../../src/text.ts'
import type { CsvDialect } from './dialect.ts'

/** A line of a table. */
export interface Row {
  readonly fields: readonly string[]
  /** UTF-16 offset of its start. */
  readonly offset: number
}

/**
 * The rows of a text, those of empty lines left out, read as Python's `csv.reader` does: a quote counts only at the
 * beginning of a field, and what follows the closing one belongs to it. Throws ParseError for a carriage return within
 * a line. It is long because its functions share the place in the text.
 */
export function readRows(
  text: string,
  { delimiter, quote, skipsSpace, escapeMark }: CsvDialect,
): Row[] {
  const rows: Row[] = []
  let at = 0
  /** Whether a closing quote stands right before: only then a carriage return can be the delimiter. */
  let isClosed = false

  const isBreak = (offset: number): boolean => text[offset] === '\n' || text[offset] === '\r'

  function skipBreak(): void {
    while (text[at] === '\r') at++
    if (text[at] === '\n') at++
    else if (at < text.length)
      throw parseErrorAt(text, at, 'expected a line end behind a carriage return')
  }

  /** Up to here. Behind the whole text, an escape mark was last: it escapes the end of the line, as in Python. */
  const textFrom = (from: number): string => text.slice(from, at) + (at > text.length ? '\n' : '')

  /** Up to the delimiter or the end of the row. */
  function readPlain(): string {
    let field = ''
    let from = at
    while (at < text.length && !isBreak(at) && text[at] !== delimiter) {
      if (text[at] === escapeMark) {
        field += text.slice(from, at)
        from = at + 1
        at++
      }
      at++
    }
    return field + textFrom(from)
  }

  /** Behind the opening quote. */
  function readQuoted(): string {
    let field = ''
    let from = at
    for (; at < text.length; at++) {
      if (text[at] === escapeMark) {
        field += text.slice(from, at)
        from = at + 1
        at++
      } else if (text[at] === quote) {
        field += text.slice(from, at)
        from = at + 1
        if (text[from] !== quote) {
          at = from
          const isDone = text[at] === delimiter || at >= text.length || isBreak(at)
          isClosed = isDone
          if (isDone) return field
          // The first character behind the quote is taken as it is.
          at++
          return field + text.charAt(at - 1) + readPlain()
        }
        at++
      }
    }
    return field + textFrom(from)
  }

  function readField(): string {
    isClosed = false
    while (skipsSpace && text[at] === ' ') at++
    if (text[at] !== quote) return readPlain()
    at++
    return readQuoted()
  }

  while (at < text.length) {
    const offset = at
    if (isBreak(at)) {
      skipBreak()
      continue
    }
    const fields = [readField()]
    while (at < text.length && text[at] === delimiter && (isClosed || !isBreak(at))) {
      at++
      fields.push(readField())
    }
    skipBreak()
    rows.push({ fields, offset })
  }
  return rows
}
