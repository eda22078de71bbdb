import { expect, test } from 'vitest'
import { compileRegExp, createBacktracking } from '../../src/regexp/compile.ts'
import { type Cost, costOf } from '../../src/regexp/cost.ts'
import { parsePattern } from '../../src/regexp/pattern.ts'
import { translatePython } from '../../src/regexp/python.ts'
import { compileLinear } from '../../src/regexp/re2.ts'
import { createChoices } from '../support/choices.ts'
import { evil } from './evil.ts'

function costOfPython(pattern: string): Cost | undefined {
  return costOf(parsePattern(translatePython(pattern).source))
}

test.each([
  ['^x$', { weight: 1, degree: 0 }],
  ['^.{1,5}$', { weight: 5, degree: 0 }],
  ['abc', { weight: 1, degree: 1 }],
  ['^[^.]+$', { weight: 1, degree: 1 }],
  ['^((?!bad).)*$', { weight: 1, degree: 1 }],
  ['^(de|fr)$', { weight: 2, degree: 0 }],
  ['\\d+\\.\\d+', { weight: 1, degree: 3 }],
  ['(.)\\1', { weight: 1, degree: 2 }],
  ['(?<=a.*)b', { weight: 1, degree: 2 }],
  ['a?b?c{3}', { weight: 16, degree: 1 }],
])('a search for %s takes at most %j steps', (pattern, cost) => {
  expect(costOfPython(pattern)).toEqual(cost)
})

test.each([
  ...['(a+)+$', '(a|a)*b', '(x+x+)+y', '(a|b|ab)*c', '(\\w+\\s?)*$', '(.*)*x', '(a?b?)*c'],
  ...['^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a|[^b])+b', '(|){30}$', '((a*)b?)*c', '(.+)*\\1'],
  ...['^(?=(a+)+b)', '(a?){30}', '((a{2,3}){2})*'],
])('the search for %s is left to RE2, as its repeated part is ambiguous', (pattern) => {
  expect(costOfPython(pattern)).toBe(undefined)
})

test.each([
  ['\\b(a+)+\\b', 'could take too long, as it has a word boundary'],
  ['(a+)+(?!b)', 'could take too long, as it has a lookaround'],
  ['((a+)+)\\1', 'could take too long, as it refers to a group'],
  ['([^\\W\\d]+)+$', 'could take too long, as it has a class in a class'],
  ['(a{1,1001})+$', 'could take too long, as it repeats more than 1000 times'],
  ['((a{1,100}){1,100}){1,100}', 'could take too long, as it is too large'],
  ['((a|b){1,30}){1,30}[cd]', 'could take too long, as it is too large'],
  ['a'.repeat(100_001), 'is too long'],
])('%s is refused', (pattern, message) => {
  expect(() => compileRegExp(translatePython(pattern))).toThrow(new SyntaxError(message))
})

test('deeply nested groups are refused', () => {
  const pattern = `${'('.repeat(500)}a${')'.repeat(500)}`
  expect(() => compileRegExp(translatePython(pattern))).toThrow(
    new SyntaxError('the groups are nested too deeply'),
  )
})

test.each(evil)('a search for %s ends on long texts', (pattern, part) => {
  const { test: find } = compileRegExp(translatePython(pattern))
  const matches = [1000, 20_000].map((length) => find(`${part.repeat(length / part.length)}\n!`))
  expect(matches).not.toContain(undefined)
})

/** `npm run test:system` runs more rounds. */
const ROUNDS = process.env['FUZZ'] === undefined ? 1000 : 4000

test('JavaScript and RE2 find the same matches in random texts', () => {
  let compared = 0
  const random = createRandom(7)
  for (let round = 0; round < ROUNDS; round++) {
    const prefix = random.pick(['', '', '(?m)', '(?i)'])
    const pattern = translatePython(prefix + random.expression(4))
    if (!isValid(pattern.source)) continue
    const backtracking = createBacktracking(pattern)
    const linear = compileLinear(parsePattern(pattern.source), pattern)
    for (let count = 0; count < 4; count++) {
      const text = random.text()
      const result = { pattern: pattern.source, text, matches: linear.matches(text) }
      expect(result).toEqual({ ...result, matches: backtracking.matches(text) })
      expect(linear.test(text)).toBe(backtracking.test(text))
      compared++
    }
  }
  expect(compared).toBeGreaterThan(2.5 * ROUNDS)
})

function isValid(source: string): boolean {
  try {
    return new RegExp(source, 'v').source !== ''
  } catch {
    return false
  }
}

/** Pseudo-random texts, and expressions whose repeated parts never match the empty text. */
function createRandom(seed: number) {
  const { below, pick } = createChoices(seed)
  const letter = (): string =>
    pick(['a', 'b', 'c', '[ab]', '[^a]', '.', '\\w', '\\s', '\\d', '\\W', '\\n', 'é', '[b-é]'])
  const repetition = (): string => pick(['*', '+', '?', '{1,3}', '*?', '+?', '??', '{2}', '{2,}'])
  const expression = (depth: number): string => {
    if (depth === 0) return letter()
    switch (below(7)) {
      case 0:
        return `(${expression(depth - 1)}|${expression(depth - 1)})`
      case 1:
        return `(?:${letter()}${expression(depth - 1)})${repetition()}`
      case 2:
        return letter() + repetition()
      case 3:
        return pick(['^', '\\A', '']) + expression(depth - 1) + pick(['$', '\\Z', ''])
      case 4:
        return letter()
      default:
        return expression(depth - 1) + expression(depth - 1)
    }
  }
  const text = (): string =>
    Array.from({ length: below(9) }, () =>
      pick(['a', 'a', 'b', 'b', 'c', ' ', '\n', 'A', 'é']),
    ).join('')
  return { pick, expression, text }
}
