import { QueryError, unless } from '../errors.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import type { SearchColumns } from './columns.ts'
import { type Context, conditionOf, isAboutOutdated } from './field.ts'
import { LATEST, parseQuery } from './parse.ts'
import { type Query, termsOf } from './query.ts'
import { type Condition, matchAll, matchAny, matchNot, type SomeRows } from './row-test.ts'

/**
 * Parses a query. `now` is in milliseconds since 1970, from which `today` is derived; `weblate` is the version whose
 * grammar applies. Throws QueryError for a syntax error, an unknown field or an invalid value.
 */
export function createSearch(
  text: string,
  { now, weblate = LATEST }: { now: number; weblate?: WeblateVersion | undefined },
) {
  const condition = compile(parseQuery(text, weblate), { now, weblate })
  return {
    /** Returns the matching rows, ascending. Throws QueryError if a text is too long to search. */
    find(columns: SearchColumns): Uint32Array {
      const test = condition(columns)
      if (test === false) return new Uint32Array()
      return test === true
        ? Uint32Array.from({ length: columns.count }, (_, row) => row)
        : rowsOf(test, columns)
    },
    /** Returns the matching rows, as `find` does, or only their number if that is known without testing each row. */
    findOrCount(columns: SearchColumns): Uint32Array | number {
      const test = condition(columns)
      if (typeof test === 'boolean') return test ? columns.count : 0
      return test.count ?? rowsOf(test, columns)
    },
  }
}

/** Returns whether a query matches everything and so need not be parsed. */
export function findsEverything(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

/** Returns whether a query matches outdated strings; false for a malformed query. */
export function asksForOutdated(text: string): boolean {
  // Most queries can be excluded without parsing.
  if (!text.includes('outdated')) return false
  const query = unless(() => parseQuery(text), QueryError)
  return query !== undefined && termsOf(query).some(isAboutOutdated)
}

function rowsOf({ candidates, test }: SomeRows, { count }: SearchColumns): Uint32Array {
  const size = candidates?.length ?? count
  const rows = new Uint32Array(size)
  let length = 0
  for (let at = 0; at < size; at++) {
    const row = candidates === undefined ? at : (candidates[at] ?? count)
    if (row >= count) break
    if (test(row)) rows[length++] = row
  }
  return rows.slice(0, length)
}

function compile(query: Query, context: Context): Condition {
  switch (query.kind) {
    case 'and':
      if (query.operands.length === 0) return () => true
      return matchAll(query.operands.map((operand) => compile(operand, context)))
    case 'or':
      return matchAny(query.operands.map((operand) => compile(operand, context)))
    case 'not':
      return matchNot(compile(query.operand, context))
    case 'term':
      return conditionOf(query, context)
  }
}
