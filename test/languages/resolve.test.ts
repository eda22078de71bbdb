import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  displayName,
  findLanguage,
  knownLanguage,
  LanguageCodeError,
  languageForCode,
  parseAliases,
} from '../../src/languages/language.ts'

interface Case {
  id: string
  input: string
  language?: string
  name?: string
  created?: boolean
  direction?: string
  display?: string
  plural?: object
  error?: string
}

const fixture = new URL('../../fixtures/language-code-cases.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(fixture, 'utf8')) as { cases: Case[] }

describe('a code in a path gives the language that the reference picks', () => {
  test.each(cases)('$id $input', (row) => {
    const language = findLanguage(row.input)
    const { id, input } = row
    if (row.error !== undefined) return expect(language).toBeUndefined()
    const created = language && knownLanguage(language.code) === undefined
    expect({
      id,
      input,
      language: language?.code,
      name: language?.name,
      created,
      direction: language?.direction,
      display: language && displayName(language),
      plural: row.plural && language?.plural,
    }).toEqual({
      id,
      input,
      language: row.language,
      name: row.name,
      created: row.created,
      direction: row.direction,
      display: row.display,
      plural: row.plural,
    })
  })
})

test('project aliases compare exactly and win over the names of the source', () => {
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

test('without a source language src is Sardinian', () => {
  expect(languageForCode('src').code).toBe('sc')
})

test.each(['', '()', 'x'.repeat(51)])('the code %j throws', (code) => {
  expect(() => languageForCode(code)).toThrow(LanguageCodeError)
})

test('the answer does not depend on what was asked before', () => {
  const before = languageForCode('xx_YY_zz')
  languageForCode('xx_YY')
  expect(languageForCode('xx_YY_zz')).toEqual(before)
})
