import { parseErrorAt } from '../../src/text.ts'
import type { CsvDialect } from './dialect.ts'

/** A line of a table. */
export interface Row {
  readonly fields: readonly string[]
  /** UTF-16 offset of the line. */
  readonly offset: number
}

/**
 * The rows of a text, those of empty lines left out, read as Python's `csv.reader` does: a quote counts only at the
 * beginning of a field, and what follows the closing one belongs to it. Throws ParseError for a carriage return within
 * a line.
 */
export function readRows(text: string, dialect: CsvDialect): Row[] {
  const reader = new RowReader(text, dialect)
  const rows: Row[] = []
  for (let row = reader.next(); row !== undefined; row = reader.next()) rows.push(row)
  return rows
}

class RowReader {
  readonly #text: string
  readonly #dialect: CsvDialect
  #at = 0
  /** Whether a closing quote comes right before: only then a carriage return can be the delimiter. */
  #isClosed = false

  constructor(text: string, dialect: CsvDialect) {
    this.#text = text
    this.#dialect = dialect
  }

  /** Returns the next non-empty line. */
  next(): Row | undefined {
    while (this.#at < this.#text.length && this.#isBreak(this.#at)) this.#skipBreak()
    if (this.#at >= this.#text.length) return undefined
    const offset = this.#at
    const fields = [this.#readField()]
    while (this.#isAtDelimiter()) {
      this.#at++
      fields.push(this.#readField())
    }
    this.#skipBreak()
    return { fields, offset }
  }

  #isAtDelimiter(): boolean {
    const isThere = this.#at < this.#text.length && this.#text[this.#at] === this.#dialect.delimiter
    return isThere && (this.#isClosed || !this.#isBreak(this.#at))
  }

  /** Whether a field without quotes ends here. */
  #isAtEnd(): boolean {
    const isInside = this.#at < this.#text.length && !this.#isBreak(this.#at)
    return !isInside || this.#text[this.#at] === this.#dialect.delimiter
  }

  #isBreak(offset: number): boolean {
    return this.#text[offset] === '\n' || this.#text[offset] === '\r'
  }

  #skipBreak(): void {
    while (this.#text[this.#at] === '\r') this.#at++
    if (this.#text[this.#at] === '\n') this.#at++
    else if (this.#at < this.#text.length)
      throw parseErrorAt(this.#text, this.#at, 'expected a line end after a carriage return')
  }

  /**
   * End of the field so far. Past the end of the text, the last character was an escape mark, which escapes the line
   * end, as in Python.
   */
  #textFrom(from: number): string {
    return this.#text.slice(from, this.#at) + (this.#at > this.#text.length ? '\n' : '')
  }

  /** Reads up to the delimiter or the end of the row. */
  #readPlain(): string {
    let field = ''
    let from = this.#at
    for (; !this.#isAtEnd(); this.#at++) {
      if (this.#text[this.#at] === this.#dialect.escapeMark) {
        field += this.#text.slice(from, this.#at)
        from = ++this.#at
      }
    }
    return field + this.#textFrom(from)
  }

  /** Behind the opening quote. */
  #readQuoted(): string {
    let field = ''
    let from = this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === this.#dialect.escapeMark) {
        field += this.#text.slice(from, this.#at)
        from = this.#at + 1
        this.#at++
      } else if (this.#text[this.#at] === this.#dialect.quote) {
        field += this.#text.slice(from, this.#at)
        from = this.#at + 1
        if (this.#text[from] !== this.#dialect.quote) {
          this.#at = from
          this.#isClosed = this.#isAtEnd()
          if (this.#isClosed) return field
          // The first character behind the quote is literal.
          this.#at++
          return field + this.#text.charAt(this.#at - 1) + this.#readPlain()
        }
        this.#at++
      }
    }
    return field + this.#textFrom(from)
  }

  #readField(): string {
    this.#isClosed = false
    while (this.#dialect.skipsSpace && this.#text[this.#at] === ' ') this.#at++
    if (this.#text[this.#at] !== this.#dialect.quote) return this.#readPlain()
    this.#at++
    return this.#readQuoted()
  }
}
