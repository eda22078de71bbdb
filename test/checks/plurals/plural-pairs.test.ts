import { expect, test } from 'vitest'
import type { CheckedUnit } from '../../../src/checks/check.ts'
import { examplesOf, sourceFormOf } from '../../../src/checks/plurals/plural-pairs.ts'
import { allLanguages, languageForCode, type Plural } from '../../../src/languages/language.ts'
import { formFor } from '../../../src/languages/plural-formula.ts'

test.each([
  // Only forms for exactly the number 1 are compared with the English singular.
  ['en', 'cs', [0, 1, 1]],
  ['en', 'fr', [1, 1, 1]],
  ['en', 'lv', [1, 1, 1]],
  ['en', 'ar', [1, 0, 1, 1, 1, 1]],
  ['en', 'ja', [1]],
  ['en', 'de', [0, 1]],
  ['pl', 'cs', [0, 1, 2]],
  ['ja', 'cs', [0, 0, 0]],
])('the forms of %s that forms of %s are compared with', (source, target, expected) => {
  const from = languageForCode(source)
  const to = languageForCode(target)
  const unit = unitOf(from.code, to.code, from.plural.number, to.filePlural.number)
  expect(expected.map((_, form) => sourceFormOf(unit, form))).toEqual(expected)
})

test('a unit without the plural forms of its language is compared with the last source form', () => {
  const unit = unitOf('en', 'cs', 2, 2)
  expect([0, 1].map((form) => sourceFormOf(unit, form))).toEqual([1, 1])
})

test('every plural rule of the table assigns a form to every number', () => {
  const plurals = allLanguages().flatMap(({ plural, filePlural }) => [plural, filePlural])
  const numbers = Array.from({ length: 300 }, (_, n) => n)
  const wrong = plurals.filter((plural) => {
    const forms = numbers.map(formFor(plural))
    return !forms.every((form) => Number.isInteger(form) && form >= 0 && form < plural.number)
  })
  expect(wrong).toEqual([])
})

test('the examples of a form are its first ten numbers, thousands beyond 9999', () => {
  const { plural, filePlural } = languageForCode('fr')
  expect(examplesOf(plural)).toEqual([
    [0, 1],
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ])
  expect(examplesOf(filePlural)[1]).toEqual([1_000_000, 2_000_000])
})

test.each(['n +', 'n ? 1', '(n', 'm', 'n 1', ''])('%j is no plural rule', (formula) => {
  const plural: Plural = { source: 0, number: 2, type: 1, formula }
  expect(() => formFor(plural)).toThrow(SyntaxError)
})

function unitOf(source: string, target: string, sources: number, targets: number): CheckedUnit {
  return {
    weblate: '2026.10',
    sources: Array.from({ length: sources }, () => 'a'),
    targets: Array.from({ length: targets }, () => 'b'),
    sourceLanguage: languageForCode(source),
    language: languageForCode(target),
    flags: new Map(),
    context: '',
    note: '',
    projectName: '',
    componentName: '',
  }
}
