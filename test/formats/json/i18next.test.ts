import { describe, expect, test } from 'vitest'
import { i18next, i18nextv4 } from '../../../formats/json/i18next.ts'

const formats = { i18next, i18nextv4 }
const SEP = '\u001e\u001e'

describe('a text that is not empty counts as translated', () => {
  test.each([
    ['i18nextv4', { a: SEP }, SEP, 'translated'],
    ['i18nextv4', { a: '' }, '', 'untranslated'],
    ['i18nextv4', { a_one: '', a_other: 'x' }, `${SEP}x`, 'translated'],
    ['i18nextv4', { a_one: '', a_other: '' }, SEP, 'untranslated'],
    ['i18nextv4', { a_few: 'x' }, SEP, 'untranslated'],
    ['i18next', { a: SEP }, SEP, 'translated'],
    ['i18next', { a: '', a_plural: '' }, SEP, 'untranslated'],
    ['i18next', { a_0: '', a_1: '', a_2: 'x' }, `${SEP}${SEP}x`, 'translated'],
    ['i18next', { a_0: '' }, '', 'untranslated'],
  ] as const)('%s: %j', (id, file, target, state) => {
    const bytes = Buffer.from(JSON.stringify(file))
    const { entries } = formats[id].parse(bytes, { languageCode: 'en', isMonolingual: true })
    expect(entries).toMatchObject([{ context: 'a', target, state }])
  })
})
