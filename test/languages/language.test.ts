import { expect, test } from 'vitest'
import {
  allLanguages,
  compareLanguages,
  knownLanguage,
  languageForCode,
} from '../../src/languages/language.ts'
import { compareCodePoints } from '../../src/languages/order.ts'

test('a language has the fields of the API', () => {
  const { filePlural, plurals, ...czech } = languageForCode('cs')
  expect(czech).toEqual({
    code: 'cs',
    name: 'Czech',
    direction: 'ltr',
    population: 13236057,
    aliases: ['ces', 'cs_cs', 'cs_cz', 'csy', 'cz', 'cze'],
    plural: {
      source: 0,
      number: 3,
      formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
      type: 22,
    },
  })
  expect(filePlural).toBe(czech.plural)
  expect(plurals.map(({ source }) => source)).toEqual([0, 6])
})

test('a known language is found by its exact code only', () => {
  expect(knownLanguage('pt_BR')).toBe(languageForCode('pt-rBR'))
  expect(knownLanguage('pt_br')).toBeUndefined()
  expect(knownLanguage('xx')).toBeUndefined()
})

test('forty of the 799 languages have other plurals in files than in the API', () => {
  const differing = allLanguages().filter(({ plural, filePlural }) => filePlural !== plural)
  expect([allLanguages().length, differing.length]).toEqual([799, 40])
  const counts = ['es', 'he', 'de', 'es_XX', 'es@formal'].map((code) => {
    const { plural, filePlural } = languageForCode(code)
    return [plural.number, filePlural.number]
  })
  expect(counts).toEqual([
    [2, 3],
    [4, 3],
    [2, 2],
    [2, 2],
    [2, 2],
  ])
})

test('an unknown language inherits from its base language', () => {
  const { name, direction, population, aliases, plural } = languageForCode('ar-rAE')
  expect({ name, direction, population, aliases, number: plural.number }).toEqual({
    name: 'Arabic',
    direction: 'rtl',
    population: 0,
    aliases: [],
    number: 6,
  })
})

test('an unknown language lists the default countries that share its prefix', () => {
  expect(languageForCode('b').aliases).toEqual([
    'be_by',
    'bg_bg',
    'bn_bd',
    'bo_bt',
    'br_fr',
    'bs_ba',
  ])
})

test('languages are ordered by the code points of their names', () => {
  const sorted = ['xx', 'de', 'cs', 'de_AT']
    .map((code) => languageForCode(code))
    .sort(compareLanguages)
  expect(sorted.map(({ name }) => name)).toEqual([
    'Czech',
    'German',
    'German (Austria)',
    'xx (generated)',
  ])
})

test('characters outside the basic plane sort last', () => {
  expect(['\u{1f600}', '\uff5e', 'a', 'ab', ''].sort(compareCodePoints)).toEqual([
    '',
    'a',
    'ab',
    '\uff5e',
    '\u{1f600}',
  ])
})
