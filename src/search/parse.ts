import { QueryError } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { errorAt, type Operator, type Query, type Term, type Value, WORDING } from './query.ts'

/** The default version. */
export const LATEST = '2026.10'

/** Nested groups, beyond any real query. */
const MAX_DEPTH = 100
/** Each term may scan all texts of a site, so more terms would block other requests for seconds. */
const MAX_TERMS = 50

/**
 * Parses a query of Weblate's query language; a blank query matches everything. NOT binds tighter than AND, which may
 * be omitted and binds tighter than OR. Throws QueryError.
 */
export function parseQuery(text: string, weblate: WeblateVersion = LATEST): Query {
  if (text.includes('\0')) throw new QueryError('Invalid query string.', text.indexOf('\0'))
  return new Parser(text, weblate).parse()
}

class Parser {
  readonly #text: string
  readonly #weblate: WeblateVersion
  readonly #tokens: readonly Token[]
  readonly #open: number[] = []
  #at = 0
  #terms = 0

  constructor(text: string, weblate: WeblateVersion) {
    this.#text = text
    this.#weblate = weblate
    this.#tokens = tokenize(text)
  }

  parse(): Query {
    if (this.#tokens.length === 0) return { kind: 'and', operands: [] }
    const query = this.#or()
    if (this.#current() !== undefined) this.#fail()
    return query
  }

  #or(): Query {
    const operands = [this.#and()]
    while (this.#joins('OR')) {
      this.#at++
      operands.push(this.#and())
    }
    return operands.length === 1 ? operands[0]! : { kind: 'or', operands }
  }

  #and(): Query {
    const operands = [this.#not()]
    for (;;) {
      const kind = this.#current()?.kind
      if (kind === undefined || kind === ')' || this.#joins('OR')) break
      if (this.#joins('AND')) this.#at++
      operands.push(this.#not())
    }
    return operands.length === 1 ? operands[0]! : { kind: 'and', operands }
  }

  #not(): Query {
    let isNegated = false
    while (this.#joins('NOT')) {
      this.#at++
      isNegated = !isNegated
    }
    const operand = this.#atom()
    if (!isNegated) return operand
    return operand.kind === 'not' ? operand.operand : { kind: 'not', operand }
  }

  #atom(): Query {
    const token = this.#current()
    if (token === undefined || token.kind === ')') return this.#fail()
    this.#at++
    if (token.kind !== '(') return this.#term(token.kind === 'term' ? token : token.term)
    this.#open.push(token.position)
    if (this.#open.length > MAX_DEPTH) {
      throw errorAt(`Expected at most ${MAX_DEPTH} nested groups`, this.#text, token.position)
    }
    const query = this.#or()
    if (this.#current()?.kind !== ')') this.#fail()
    this.#at++
    this.#open.pop()
    return query
  }

  #term(term: Term): Term {
    if (++this.#terms > MAX_TERMS) {
      throw new QueryError(`The search has more than ${MAX_TERMS} terms`, term.position)
    }
    return term
  }

  /** Returns whether a keyword at this position is an operator; in 2026.10, something must follow it. */
  #joins(keyword: 'AND' | 'OR' | 'NOT'): boolean {
    const next = this.#tokens[this.#at + 1]
    if (this.#current()?.kind !== keyword) return false
    return this.#weblate !== '5.14' || (next !== undefined && next.kind !== ')')
  }

  #current(): Token | undefined {
    return this.#tokens[this.#at]
  }

  /** Reports a syntax error at the outermost open parenthesis, like Weblate. */
  #fail(): never {
    const position = this.#open[0] ?? this.#current()?.position ?? this.#text.length
    const character = this.#text[position] ?? ''
    const { grammar } = WORDING[this.#weblate]
    throw errorAt(`${grammar}Expected end of text, found '${character}'`, this.#text, position)
  }
}

/** A token of a query. `term` is the meaning of a keyword that nothing follows: a word. */
type Token =
  | { readonly kind: '('; readonly position: number }
  | { readonly kind: ')'; readonly position: number }
  | { readonly kind: Keyword; readonly term: Term; readonly position: number }
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
function tokenize(text: string): Token[] {
  let at = 0
  /** Quotes known to have no closing quote: once an attempt fails, later attempts fail too. */
  const unclosed = new Set<Quote>()

  function match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at
    const result = pattern.exec(text)
    if (result === null) return undefined
    at = pattern.lastIndex
    return result
  }

  function range(): Value | undefined {
    const parts = match(RANGE)
    return parts && { kind: 'range', from: parts[1] ?? '', to: parts[2] ?? '' }
  }

  function quoted(): Value | undefined {
    const first = text[at]
    const quote = first === 'r' ? text[at + 1] : first
    if (quote !== '"' && (quote !== "'" || first === 'r')) return undefined
    if (unclosed.has(quote)) return undefined
    const parts = match(QUOTED[quote])
    if (parts === undefined) {
      unclosed.add(quote)
      return undefined
    }
    const [, mark, inside = ''] = parts
    if (mark === 'r') return { kind: 'regexp', pattern: inside }
    const unescaped = (both: string, next: string) => (next === quote ? next : both)
    return { kind: 'text', text: inside.replace(/\\([\s\S])/g, unescaped) }
  }

  function string(): Value | undefined {
    const value = quoted()
    if (value !== undefined) return value
    const word = match(WORD)?.[0]
    return word === undefined ? undefined : { kind: 'text', text: word }
  }

  function next(): Token {
    const position = at
    const plain = { kind: 'term', field: undefined, operator: ':', position } as const
    const first = text[at]
    if (first === '(' || first === ')') {
      at++
      return { kind: first, position }
    }
    const word = match(KEYWORD)?.[0]
    if (word !== undefined) {
      const kind = word.toUpperCase() as Keyword // KEYWORD matches nothing else.
      return { kind, term: { ...plain, value: { kind: 'text', text: word } }, position }
    }
    const [, field, operator] = match(FIELD) ?? []
    const value = field === undefined ? undefined : (range() ?? string())
    // FIELD matches operators only.
    if (value !== undefined) return { ...plain, field, operator: operator as Operator, value }
    at = position
    return { ...plain, value: string() ?? { kind: 'text', text: '' } }
  }

  const tokens: Token[] = []
  for (match(SPACES); at < text.length; match(SPACES)) tokens.push(next())
  return tokens
}
