import { describe, expect, test } from 'vitest'
import type { ParsedFile } from '../../formats/entry.ts'
import { formats } from '../../formats/index.ts'

const parse = (id: string, file: string, languageCode = 'en'): ParsedFile['entries'] =>
  formats.get(id)!.parse(Buffer.from(file), { languageCode, isMonolingual: true }).entries

describe('a lone surrogate in the path or text of an entry is an error', () => {
  test.each([
    ['json', '{"\\ud83d": {}}'],
    ['arb', '{"a": "x", "@a": {"description": "\\ud83d"}}'],
    ['i18nextv4', '{"a": "\\ud83d"}'],
    ['i18nextv4', '{"\\ud83d": {"a": "x"}}'],
    ['i18nextv4', '{"a_one": "x", "a_other": "\\ud83d"}'],
    ['i18nextv4', '{"\\udc00_few": "x"}'],
    ['i18next', '{"a": ["\\ud83d"]}'],
    ['i18next', '{"a_0": "x", "a_1": "\\ud83d"}'],
    ['webextension', '{"a": {"message": "\\ud83d"}}'],
    ['webextension', '{"\\ud83d": {}}'],
    ['formatjs', '{"a": {"defaultMessage": "\\ud83d"}}'],
    ['go-i18n-json-v2', '{"a": "\\ud83d"}'],
    ['go-i18n-json-v2', '{"a": {"one": "x", "other": "\\ud83d"}}'],
    ['go-i18n-json', '[{"id": "\\ud83d", "translation": "x"}]'],
    ['gotext', '{"messages": [{"id": "\\ud83d"}]}'],
    ['gotext', '{"messages": [{"id": "a", "translation": "\\ud83d"}]}'],
    ['xwiki-fullpage', '<x><content>a</content><title>\\ud83d</title></x>'],
  ])('%s: %s', (id, file) => {
    expect(() => parse(id, file)).toThrow('expected whole characters, found a lone surrogate')
  })
})

describe('a lone surrogate elsewhere is harmless', () => {
  test.each([
    ['i18nextv4', '{"\\ud83d": {}, "a": "x"}'],
    ['i18nextv4', '{"a_other": "x", "a_one": "\\ud83d"}'],
    ['i18next', '{"a_5": "\\ud83d", "a_0": "x"}'],
    ['webextension', '{"a": {"message": "x", "hash": "\\ud83d", "\\ud83d": 1}}'],
    ['formatjs', '{"a": {"defaultMessage": "x", "id": "\\ud83d"}}'],
    ['go-i18n-json-v2', '{"a": {"other": "x", "hash": "\\ud83d"}}'],
    ['go-i18n-json', '[{"id": "a", "translation": "x", "\\ud83d": []}]'],
    ['gotext', '{"language": "\\ud83d", "messages": [{"id": "a", "translation": "x"}]}'],
  ])('%s: %s', (id, file) => {
    expect(parse(id, file, 'ja').slice(0, 1)).toMatchObject([
      { context: 'a', target: 'x', note: '', flags: '' },
    ])
  })
})

test.each([
  ['webextension', '{"a": {"message": "x", "description": "b\\ud83d"}}'],
  ['formatjs', '{"a": {"defaultMessage": "x", "description": "b\\ud83d"}}'],
  ['go-i18n-json-v2', '{"a": {"other": "x", "description": "b\\ud83d"}}'],
  ['go-i18n-json', '[{"id": "a", "translation": "x", "description": "b\\ud83d"}]'],
  ['gotext', '{"messages": [{"id": "a", "translation": "x", "translatorComment": "b\\ud83d"}]}'],
])('a lone surrogate in a note becomes U+FFFD: %s', (id, file) => {
  expect(parse(id, file)).toMatchObject([{ context: 'a', target: 'x', note: 'b\ufffd' }])
})

test('a lone surrogate in a list is escaped as in Python', () => {
  const file = '{"messages": [{"id": ["\\ud83d"], "translatorComment": ["\\ud83d"]}]}'
  const shown = "['\\ud83d']"
  expect(parse('gotext', file)).toMatchObject([{ context: shown, note: shown }])
})

test('a lone surrogate in a placeholder becomes U+FFFD', () => {
  const file = '{"a": {"message": "x", "placeholders": {"n\\ud83d": {}}}}'
  const flags = 'case-insensitive, placeholders:"$N\ufffd$"'
  expect(parse('webextension', file)).toMatchObject([{ context: 'a', flags }])
})
