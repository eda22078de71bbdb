import { expect, test } from 'vitest'
import { isSameRule, isValidRule } from '../../src/languages/plural-formula.ts'

const rule = (number: number, formula: string) => ({ source: 1, type: 666, number, formula })

test('rules are the same if they give every number the same form', () => {
  expect(isSameRule(rule(2, 'n != 1'), rule(2, '!(n == 1)'))).toBe(true)
  expect(isSameRule(rule(2, 'n != 1'), rule(2, 'n > 1'))).toBe(false)
  expect(isSameRule(rule(2, 'n != 1'), rule(3, 'n != 1'))).toBe(false)
  expect(isSameRule(rule(2, 'n != 1'), rule(2, 'n != 1 && n != 10000'))).toBe(false)
})

test.each([
  [0, '0'],
  [101, 'n'],
  [2, 'n !'],
  [2, '-n'],
  [2, 'n & 1'],
  [2, `${'('.repeat(21)}n${')'.repeat(21)}`],
  [2, `n${' + n'.repeat(300)}`],
])('%i forms of %s cannot be used', (number, formula) => {
  expect(isValidRule({ number, formula })).toBe(false)
})
