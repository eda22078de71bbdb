import type { Operator, Term, Value } from './query.ts'

/** A token of a query. `term` is the meaning of a keyword that nothing follows: a word. */
export type Token =
  | { readonly kind: '('; readonly position: number }
  | { readonly kind: ')'; readonly position: number }
  | {
      readonly kind: 'AND' | 'OR' | 'NOT'
      readonly term: Term
      readonly position: number
    }
  | Term

type Keyword = 'AND' | 'OR' | 'NOT'

const SPACES = /[ \t\r\n]*/y
const KEYWORD = /(?:and|or|not)(?=[ \t\r\n()'"]|$)/iy
const FIELD = /(?!http|ftp|mailto)([A-Za-z_]+)[ \t\r\n]*(:(?:=|[<>]=?)?)[ \t\r\n]*/y
const RANGE = /\[[ \t\r\n]*([A-Za-z0-9:._-]+)[ \t\r\n]+to[ \t\r\n]+([A-Za-z0-9:._-]+)[ \t\r\n]*\]/y
const QUOTED = {
  '"': /(r?)"((?:[^"\\]|\\[\s\S])*)"/y,
  "'": /()'((?:[^'\\]|\\[\s\S])*)'/y,
} as const
const WORD = /[^ \t\r\n()](?:[^ \t\r\n'"]*[^ \t\r\n'")])?/y

type Quote = keyof typeof QUOTED

/** Splits a query in linear time; every text can be split. */
export class Tokenizer {
  readonly #text: string
  #at = 0
  /** Quotes known to have no closing quote: once an attempt fails, later attempts fail too. */
  readonly #unclosed = new Set<Quote>()

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the next token; undefined at the end. */
  next(): Token | undefined {
    this.#match(SPACES)
    const position = this.#at
    const first = this.#text[position]
    if (first === undefined) return undefined
    if (first === '(' || first === ')') {
      this.#at++
      return { kind: first, position }
    }
    const keyword = this.#match(KEYWORD)?.[0]
    if (keyword === undefined) return this.#fieldTerm(position) ?? this.#plainTerm(position)
    const kind = keyword.toUpperCase() as Keyword // KEYWORD matches nothing else.
    const value: Value = { kind: 'text', text: keyword }
    return { kind, term: termOf(undefined, ':', value, position), position }
  }

  #fieldTerm(position: number): Term | undefined {
    const match = this.#match(FIELD)
    const value = match && (this.#range() ?? this.#string())
    if (value !== undefined) {
      // FIELD matches operators only.
      return termOf(match?.[1], match?.[2] as Operator, value, position)
    }
    this.#at = position
    return undefined
  }

  #plainTerm(position: number): Term {
    return termOf(undefined, ':', this.#string() ?? { kind: 'text', text: '' }, position)
  }

  #range(): Value | undefined {
    const match = this.#match(RANGE)
    return match && { kind: 'range', from: match[1] ?? '', to: match[2] ?? '' }
  }

  #string(): Value | undefined {
    return this.#quoted() ?? this.#word()
  }

  #quoted(): Value | undefined {
    const first = this.#text[this.#at]
    const quote = first === 'r' ? this.#text[this.#at + 1] : first
    if (quote !== '"' && (quote !== "'" || first === 'r')) return undefined
    if (this.#unclosed.has(quote)) return undefined
    const match = this.#match(QUOTED[quote])
    if (match === undefined) {
      this.#unclosed.add(quote)
      return undefined
    }
    const [, mark, inside = ''] = match
    if (mark === 'r') return { kind: 'regexp', pattern: inside }
    const text = inside.replace(/\\([\s\S])/g, (both, next: string) =>
      next === quote ? next : both,
    )
    return { kind: 'text', text }
  }

  #word(): Value | undefined {
    const text = this.#match(WORD)?.[0]
    return text === undefined ? undefined : { kind: 'text', text }
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match
  }
}

function termOf(
  field: string | undefined,
  operator: Operator,
  value: Value,
  position: number,
): Term {
  return { kind: 'term', field, operator, value, position }
}
