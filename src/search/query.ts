import { QueryError } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'

/** The operator after a field: `:`, the whole value (`:=`), or a comparison. */
export type Operator = ':' | ':=' | ':<' | ':<=' | ':>' | ':>='

/** A word or quoted text, an `r"..."` expression, or a range `[from to to]`. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'regexp'; readonly pattern: string }
  | { readonly kind: 'range'; readonly from: string; readonly to: string }

/** A single condition; without a field it searches source, target and context. */
export interface Term {
  readonly kind: 'term'
  readonly field: string | undefined
  readonly operator: Operator
  readonly value: Value
  /** 0-based offset in the query, in UTF-16 units. */
  readonly position: number
}

/** A parsed query. `and` without operands matches everything. */
export type Query =
  | { readonly kind: 'and'; readonly operands: readonly Query[] }
  | { readonly kind: 'or'; readonly operands: readonly Query[] }
  | { readonly kind: 'not'; readonly operand: Query }
  | Term

/** Returns the terms of a query, in their order. */
export function termsOf(query: Query): Term[] {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.operands.flatMap(termsOf)
    case 'not':
      return termsOf(query.operand)
    case 'term':
      return [query]
  }
}

/** Returns an error whose message ends with the position: `...  (at char 5), (line:1, col:6)`, in code points. */
export function errorAt(message: string, text: string, position: number): QueryError {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1
  const place = `(at char ${[...before].length}), (line:${line}, col:${column})`
  return new QueryError(`${message}  ${place}`, position)
}

interface Wording {
  /** Prefix of syntax errors. */
  readonly grammar: string
  readonly field: (name: string) => string
  readonly keyword: (field: 'is' | 'has', word: string) => string
}

export const WORDING: Readonly<Record<WeblateVersion, Wording>> = {
  '5.14': {
    grammar: '',
    field: (name) => `Unsupported field: ${name}`,
    keyword: (field, word) => `Unsupported ${field} lookup: ${word}`,
  },
  '2026.10': {
    grammar: 'Failed to parse the query string: ',
    field: (name) => `Unknown search field: ${name}`,
    keyword: (field, word) => `Unsupported lookup for ${field}: ${word}`,
  },
}
