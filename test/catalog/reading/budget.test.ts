import { expect, test } from 'vitest'
import { BudgetError, createBudget } from '../../../src/catalog/reading/budget.ts'

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
