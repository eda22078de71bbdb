import { QueryError } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { errorAt, type Query, type Term } from './query.ts'
import { type Token, Tokenizer } from './tokenize.ts'
import { WORDING } from './wording.ts'

/** Whether an operator at the end of a query or group counts as a word. */
const OPERATORS_MAY_END: Readonly<Record<WeblateVersion, boolean>> = {
  '5.14': true,
  '2026.10': false,
}
/** The default version. */
export const LATEST = '2026.10'

/** Limits of nested groups and of terms, beyond any real query. */
const MAX_DEPTH = 100
const MAX_TERMS = 1000

/**
 * Parses a query of Weblate's search language; a blank query matches everything. NOT binds tighter than AND, which may
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
  /** Positions of open parentheses. */
  readonly #open: number[] = []
  #at = 0
  #terms = 0

  constructor(text: string, weblate: WeblateVersion) {
    this.#text = text
    this.#weblate = weblate
    this.#tokens = tokensOf(text)
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
    if (token.kind === 'term') return this.#term(token)
    if (token.kind !== '(') return this.#term(token.term)
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
      throw errorAt(`Expected at most ${MAX_TERMS} terms`, this.#text, term.position)
    }
    return term
  }

  /** Returns whether a keyword at this position is an operator; in 2026.10, something must follow it. */
  #joins(keyword: 'AND' | 'OR' | 'NOT'): boolean {
    const next = this.#tokens[this.#at + 1]
    if (this.#current()?.kind !== keyword) return false
    return !OPERATORS_MAY_END[this.#weblate] || (next !== undefined && next.kind !== ')')
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

function tokensOf(text: string): Token[] {
  const tokenizer = new Tokenizer(text)
  const tokens: Token[] = []
  for (let token = tokenizer.next(); token !== undefined; token = tokenizer.next()) {
    tokens.push(token)
  }
  return tokens
}
