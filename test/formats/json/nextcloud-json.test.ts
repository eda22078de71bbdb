import { expect, test } from 'vitest'
import { nextcloudJson } from '../../../formats/json/nextcloud-json.ts'
import { ParseError } from '../../../src/errors.ts'
import { entryOf } from '../../support/entry.ts'

const options = { languageCode: 'de', isMonolingual: false }
const parse = (text: string) => nextcloudJson.parse(Buffer.from(text), options)
const SEP = '\u001e\u001e'

test('texts are entries with their keys as sources, and lists are plurals with the forms that the file declares', () => {
  const text = `{ "translations": {
    ".Open" : "Öffnen",
    "_%n file_::_%n files_" : ["%n Datei","%n Dateien"],
    "" : "none",
    "_%n day_::_%n days_" : ["", null],
    "_underlined_" : null
},"pluralForm" :"nplurals=2; plural=(n != 1);"
}`
  const offset = (part: string) => text.indexOf(part)
  expect(parse(text)).toEqual({
    entries: [
      entryOf({ context: '', source: '.Open', target: 'Öffnen', offset: offset('".Open') }, 0),
      entryOf(
        {
          context: '',
          source: `%n file${SEP}%n files`,
          target: `%n Datei${SEP}%n Dateien`,
          offset: offset('"_%n file_'),
        },
        1,
      ),
      entryOf(
        {
          context: '',
          source: `%n day${SEP}%n days`,
          target: SEP,
          state: 'untranslated',
          offset: offset('"_%n day_'),
        },
        2,
      ),
      entryOf({ context: '', source: '_underlined_', offset: offset('"_underlined_') }, 3),
    ],
    plural: { number: 2, formula: '(n != 1)' },
  })
})

test.each([
  ['{"translations": [], "pluralForm": "nplurals=1"}', { entries: [] }],
  ['{"translations": {}, "pluralForm": 2}', { entries: [] }],
])('%s has no texts and declares no plural forms', (text, expected) => {
  expect(parse(text)).toEqual(expected)
})

test.each([
  ['[]', '1:1: expected an object, found a list'],
  ['{}', '1:1: expected translations, as files of Nextcloud have them'],
  ['{\n"translations": ["a"]}', '2:1: expected an object in translations, found a list'],
  ['{"translations":\n{"a": 1}}', '2:2: expected a text or a list of texts at "a", found a number'],
  [
    '{"translations": {"a": {}}}',
    '1:19: expected a text or a list of texts at "a", found an object',
  ],
  ['{"translations": {"a": ["b",\n["c"]]}}', '2:1: expected texts at "a", found a list'],
  ['{"translations": {"a": "\\ud83d"}}', '1:24: expected whole characters, found a lone surrogate'],
  [
    `{"translations": ${'['.repeat(5000)}`,
    '1:1007: expected at most 990 levels of nesting, found more',
  ],
])('refuses %s', (text, expected) => {
  const fault = () => {
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      return `${error.line}:${error.column}: ${error.message}`
    }
  }
  expect(fault()).toBe(expected)
})
