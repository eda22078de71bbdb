import type { SearchColumns } from './columns.ts'
import { conditionOf, type Surroundings } from './field.ts'
import { parseQuery } from './parse.ts'
import { type Query, QueryError } from './query.ts'
import { createRegExpGuard } from './regexp-guard.ts'
import { type Condition, matchAll, matchAny, matchNot, type RowTest } from './row-test.ts'

export { QueryError } from './query.ts'

/** A query ready to be asked of one translation after another. */
export interface Search {
  /** Which rows match, without looking at them yet. */
  test(columns: SearchColumns): RowTest
  /** The rows that match, ascending; undefined when all do. Throws QueryError when the search takes too long. */
  rows(columns: SearchColumns): Uint32Array | undefined
}

/** Time for one search over everything, in milliseconds. */
const MAX_MILLISECONDS = 10_000
const ROWS_BETWEEN_LOOKS = 256

/** Reads a query; `now` in milliseconds since 1970 is what `today` is counted from. Throws QueryError. */
export function createSearch(text: string, { now }: { readonly now: number }): Search {
  return compileQuery(parseQuery(text), { now })
}

/** Makes a parsed query ready. Throws QueryError for what the grammar allows and no field takes. */
export function compileQuery(query: Query, { now }: { readonly now: number }): Search {
  const condition = compile(query, { now, guard: createRegExpGuard() })
  const end = performance.now() + MAX_MILLISECONDS
  return {
    test: condition,
    rows(columns) {
      const test = condition(columns)
      if (test === true) return undefined
      if (test === false) return NO_ROWS
      const found = test.candidates
        ? new Uint32Array(test.candidates.length)
        : new Uint32Array(columns.count)
      let count = 0
      let looks = 0
      for (const row of test.candidates ?? range(columns.count)) {
        if (row >= columns.count) break
        if (looks++ % ROWS_BETWEEN_LOOKS === 0 && performance.now() > end) {
          throw new QueryError('The search takes too long', 0)
        }
        if (test.test(row)) found[count++] = row
      }
      return found.slice(0, count)
    },
  }
}

const NO_ROWS = new Uint32Array(0)

function* range(count: number): Generator<number> {
  for (let row = 0; row < count; row++) yield row
}

function compile(query: Query, surroundings: Surroundings): Condition {
  switch (query.kind) {
    case 'and':
      return matchAll(query.operands.map((one) => compile(one, surroundings)))
    case 'or':
      return matchAny(query.operands.map((one) => compile(one, surroundings)))
    case 'not':
      return matchNot(compile(query.operand, surroundings))
    case 'term':
      return conditionOf(query, surroundings)
  }
}
