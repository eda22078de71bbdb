import type { SearchColumns } from './columns.ts'

/** Which rows match: all, none, or those that pass a test. */
export type RowTest = boolean | SomeRows

/** Rows that pass a test. */
export interface SomeRows {
  test(row: number): boolean
  /** Ascending: no other row can match. */
  readonly candidates?: readonly number[]
  /** How many match, where that is known without a look at each. */
  readonly count?: number
}

/** A condition before it meets a translation; what holds for all of that is decided there, not row by row. */
export type Condition = (columns: SearchColumns) => RowTest

/** Rows that fit all of the conditions; all rows when there are none. */
export function matchAll(conditions: readonly Condition[]): Condition {
  return (columns) => {
    const tests: SomeRows[] = []
    for (const condition of conditions) {
      const test = condition(columns)
      if (test === false) return false
      if (test !== true) tests.push(test)
    }
    const [first, second] = tests
    if (first === undefined) return true
    if (second === undefined) return first
    const [candidates] = tests
      .flatMap((rows) => (rows.candidates === undefined ? [] : [rows.candidates]))
      .sort((a, b) => a.length - b.length)
    const test = (row: number) => tests.every((rows) => rows.test(row))
    return candidates === undefined ? { test } : { test, candidates }
  }
}

/** Rows that fit one of the conditions; none when there are none. */
export function matchAny(conditions: readonly Condition[]): Condition {
  return (columns) => {
    const tests: SomeRows[] = []
    for (const condition of conditions) {
      const test = condition(columns)
      if (test === true) return true
      if (test !== false) tests.push(test)
    }
    const [first, second] = tests
    if (first === undefined) return false
    if (second === undefined) return first
    const test = (row: number) => tests.some((rows) => rows.test(row))
    const lists = tests.flatMap((rows) => (rows.candidates === undefined ? [] : [rows.candidates]))
    if (lists.length < tests.length) return { test }
    return { test, candidates: [...new Set(lists.flat())].sort((a, b) => a - b) }
  }
}

/** Rows that do not fit. */
export function matchNot(condition: Condition): Condition {
  return (columns) => {
    const rowTest = condition(columns)
    if (typeof rowTest === 'boolean') return !rowTest
    const test = (row: number) => !rowTest.test(row)
    return rowTest.count === undefined ? { test } : { test, count: columns.count - rowTest.count }
  }
}
