import { describe, expect, test } from 'vitest'
import { languageForCode, parseAliases } from '../../src/languages/language.ts'
import { compareCode, readCodeCases } from './code-cases.ts'

const cases = readCodeCases(new URL('../../fixtures/language-code-cases.json', import.meta.url))

describe('a code in a path resolves to the same language as in the reference', () => {
  test.each(cases)('$id $input', (row) => {
    const { expected, actual } = compareCode(row)
    expect(actual).toEqual(expected)
  })
})

test('project aliases match exactly and take precedence over `src` and `source`', () => {
  const aliases = parseAliases('spanish:es,en_GB:fr,src:de,x:pt-rBR,broken')
  const code = (raw: string) => languageForCode(raw, { aliases, sourceLanguage: 'pl' }).code
  expect(['spanish', 'Spanish', 'en_GB', 'en-GB', 'src', 'source', 'x'].map(code)).toEqual([
    'es',
    'es',
    'fr',
    'en_GB',
    'de',
    'pl',
    'pt_BR',
  ])
})

test('without a source language `src` is Sardinian', () => {
  expect(languageForCode('src').code).toBe('sc')
})

test.each(['', 'x'.repeat(51)])('the code %j throws', (code) => {
  const message = `${code}: expected a language code of 1 to 50 characters`
  expect(() => languageForCode(code)).toThrow(new RangeError(message))
})

test('results do not depend on earlier calls', () => {
  const before = languageForCode('xx_YY_zz')
  languageForCode('xx_YY')
  expect(languageForCode('xx_YY_zz')).toEqual(before)
})
