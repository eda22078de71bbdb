import { expect, test } from 'vitest'
import { languageForCode } from '../../src/languages/language.ts'
import { createLanguageTest } from '../../src/languages/wanted.ts'

const isMeant = (wanted: string, fileCode: string, aliases = new Map<string, string>()) =>
  createLanguageTest(wanted)(
    { code: languageForCode(fileCode, { aliases }).code, fileCode },
    aliases,
  )

test.each([
  ...[
    ['zh-CN', 'zh-CN'],
    ['zh_cn', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hans-CN', 'zh'],
    ['cmn-Hans-CN', 'zh-CN'],
    ['zh-TW', 'zh-Hant'],
    ['DE-de', 'de'],
    ['de', 'de-DE'],
    ['no', 'nb-NO'],
    ['nb', 'no'],
    ['iw', 'he'],
    ['he', 'iw'],
    ['he-IL', 'iw-IL'],
    ['in', 'id-ID'],
    ['sr-Latn-RS', 'sr@latin'],
    ['b+sr+Latn', 'sr-Latn'],
    ['zh-rTW', 'zh_TW'],
    ['az-Latn-AZ', 'az'],
    ['ca-ES-valencia', 'ca@valencia'],
    ['PT-BR', 'pt_br'],
  ],
])('%s means the language of a file with the code %s', (wanted, fileCode) => {
  expect(isMeant(wanted, fileCode)).toBe(true)
})

test.each([
  ...[
    ['pt', 'pt-BR'],
    ['pt-BR', 'pt-PT'],
    ['de', 'de-AT'],
    ['es-MX', 'es'],
    ['zh-Hans', 'zh-TW'],
    ['sr-Latn', 'sr'],
    ['xx', 'de'],
    ['', 'de'],
  ],
])('%s does not mean the language of a file with the code %s', (wanted, fileCode) => {
  expect(isMeant(wanted, fileCode)).toBe(false)
})

test('project aliases apply to wanted languages', () => {
  const aliases = new Map([['german', 'de']])
  expect(['german', 'de', 'de-DE', 'fr'].map((code) => isMeant(code, 'german', aliases))).toEqual([
    ...[true, true, true, false],
  ])
})
