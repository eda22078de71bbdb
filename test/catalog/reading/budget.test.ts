import { expect, test } from 'vitest'
import {
  BudgetError,
  briefBudget,
  createBudget,
  readingBriefly,
} from '../../../src/catalog/reading/budget.ts'
import { runSync } from '../../../src/run-yielding.ts'

test('many small texts are together as much as a large one', () => {
  const shared = { left: 1000 }
  const budgets = Array.from({ length: 3 }, () => createBudget(shared))
  const spend = (index: number) => () => budgets[index]?.spend(400)
  spend(0)()
  spend(1)()
  expect(spend(2)).toThrow(BudgetError)
  budgets[0]?.end()
  expect(spend(0)).not.toThrow()
})

const MIB = 1 << 20

function* spend(...texts: readonly number[]): Generator<void, string> {
  for (const bytes of texts) {
    briefBudget.spend(bytes)
    yield
  }
  return 'read'
}

test('work beside other work reads short texts, however many', () => {
  expect(runSync(readingBriefly(spend(...Array<number>(100).fill(MIB / 4))))).toBe('read')
})

test('work beside other work ends before a long text', () => {
  expect(() => runSync(readingBriefly(spend(10, 60 * MIB)))).toThrow(BudgetError)
})

test('other work may read long texts, also between the steps of such work', () => {
  const steps = readingBriefly(spend(10, 10))
  steps.next()
  expect(runSync(spend(60 * MIB))).toBe('read')
  expect(runSync(steps)).toBe('read')
})
