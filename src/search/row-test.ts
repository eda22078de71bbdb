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
    const tests = testsOf(conditions, columns, false)
    if (!Array.isArray(tests)) return tests
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
    const tests = testsOf(conditions, columns, true)
    if (!Array.isArray(tests)) return tests
    const test = (row: number) => tests.some((rows) => rows.test(row))
    const lists = tests.flatMap((rows) => (rows.candidates === undefined ? [] : [rows.candidates]))
    if (lists.length < tests.length) return { test }
    return { test, candidates: [...new Set(lists.flat())].sort((a, b) => a - b) }
  }
}

/** Returns at least two tests of rows, or the result if one of them decides alone: one that gives `decisive` for all rows. */
function testsOf(
  conditions: readonly Condition[],
  columns: SearchColumns,
  decisive: boolean,
): SomeRows[] | RowTest {
  const tests: SomeRows[] = []
  for (const condition of conditions) {
    const test = condition(columns)
    if (test === decisive) return decisive
    if (typeof test !== 'boolean') tests.push(test)
  }
  return tests.length > 1 ? tests : (tests[0] ?? !decisive)
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
