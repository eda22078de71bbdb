import type { SearchColumns } from './columns.ts'

/** The matching rows: all, none, or those that pass a test. */
export type RowTest = boolean | SomeRows

/** The rows that pass a test. */
export interface SomeRows {
  test(row: number): boolean
  /** Ascending rows; no others can match. */
  readonly candidates?: readonly number[]
  /** Number of matches, if it is known without testing each row. */
  readonly count?: number
}

/** A condition that is not yet applied to a translation. It decides at once what holds for all rows. */
export type Condition = (columns: SearchColumns) => RowTest

/** Returns a condition that matches the rows of all conditions; without conditions, all rows. */
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

/** Returns a condition that matches the rows of any condition; without conditions, no rows. */
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

/** Returns a condition that matches the other rows. */
export function matchNot(condition: Condition): Condition {
  return (columns) => {
    const rowTest = condition(columns)
    if (typeof rowTest === 'boolean') return !rowTest
    const test = (row: number) => !rowTest.test(row)
    return rowTest.count === undefined ? { test } : { test, count: columns.count - rowTest.count }
  }
}
