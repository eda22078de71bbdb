import { expect, test } from 'vitest'
import { percent } from '../../src/model/statistics.ts'

test.each([
  [139, 228, 60.9],
  [18, 39, 46.1],
  [2, 14, 14.2],
  [1, 2000, 0.1],
  [1999, 2000, 99.9],
  [10, 13, 76.9],
  [0, 5, 0],
  [5, 5, 100],
])('%i of %i is %f percent', (part, total, expected) => {
  expect(percent(part, total)).toBe(expected)
})

test('percentages of an empty total take the given default, else 0', () => {
  expect([percent(0, 0, 100), percent(0, 0)]).toEqual([100, 0])
})
