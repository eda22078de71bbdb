import { runWithin, TimeLimitError } from '../time-limit.ts'
import type { SearchColumns } from './columns.ts'
import { conditionOf, type Surroundings } from './field.ts'
import { parseQuery } from './parse.ts'
import { type Query, QueryError } from './query.ts'
import { type Condition, matchAll, matchAny, matchNot, type RowTest } from './row-test.ts'

export { QueryError } from './query.ts'

/** A query ready to be asked. */
interface Search {
  /** Which rows of a translation match, without looking at them yet. */
  test(columns: SearchColumns): RowTest
  /**
   * For each translation the rows that match, ascending; undefined when all do. Throws QueryError when it takes too
   * long.
   */
  find(translations: readonly SearchColumns[]): (Uint32Array | undefined)[]
}

interface SearchOptions {
  /** Milliseconds since 1970: what `today` is counted from. */
  readonly now: number
  /** Time for one search; three seconds unless given. */
  readonly maxMilliseconds?: number
}

const MAX_MILLISECONDS = 3000

/** Reads a query. Throws QueryError. */
export function createSearch(text: string, options: SearchOptions): Search {
  return compileQuery(parseQuery(text), options)
}

/** Makes a parsed query ready. Throws QueryError for what the grammar allows and no field takes. */
function compileQuery(query: Query, options: SearchOptions): Search {
  const { now, maxMilliseconds = MAX_MILLISECONDS } = options
  const condition = compile(query, { now })
  return {
    test: condition,
    find(translations) {
      if (condition === everything) return translations.map(() => undefined)
      const findAll = () => translations.map((columns) => findRows(condition(columns), columns))
      try {
        return runWithin(maxMilliseconds, findAll)
      } catch (cause) {
        if (!(cause instanceof TimeLimitError)) throw cause
        throw new QueryError('The search takes too long', 0, { cause })
      }
    },
  }
}

const NO_ROWS = new Uint32Array(0)

function findRows(test: RowTest, { count }: SearchColumns): Uint32Array | undefined {
  if (test === true) return undefined
  if (test === false) return NO_ROWS
  const { candidates } = test
  const size = candidates?.length ?? count
  const found = new Uint32Array(size)
  let length = 0
  for (let at = 0; at < size; at++) {
    const row = candidates === undefined ? at : (candidates[at] ?? count)
    if (row >= count) break
    if (test.test(row)) found[length++] = row
  }
  return found.slice(0, length)
}

function everything(): boolean {
  return true
}

function compile(query: Query, surroundings: Surroundings): Condition {
  switch (query.kind) {
    case 'and':
      if (query.operands.length === 0) return everything
      return matchAll(query.operands.map((one) => compile(one, surroundings)))
    case 'or':
      return matchAny(query.operands.map((one) => compile(one, surroundings)))
    case 'not':
      return matchNot(compile(query.operand, surroundings))
    case 'term':
      return conditionOf(query, surroundings)
  }
}
