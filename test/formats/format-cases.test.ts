import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { formats } from '../../formats/index.ts'
import { WEBLATE_VERSIONS } from '../../src/weblate-version.ts'
import { type FormatCase, listCases, pluralIn, readCase } from './cases.ts'

/** Formats without recorded results of Weblate; each has tests of its own. */
const UNRECORDED: ReadonlySet<string> = new Set([
  ...[
    'appstore',
    'document',
    'apple-xliff',
    'dtd',
    // Reads the same as csv-multi-utf-8.
    'csv-multi',
    'nextcloud-json',
    'resjson',
    'xcstrings',
    'toml',
    'go-i18n-toml',
    'mediawiki',
    'mediawiki-json',
    'vscode-l10n',
    'php-sources',
    'go-i18n-yaml',
  ],
])
const recorded = [...formats.values()].filter(({ id }) => !UNRECORDED.has(id))

/** Recorded results of 2026.10 that differ on purpose, by format and case, and why. */
const UNFOLLOWED: ReadonlyMap<string, string> = new Map([
  ...[
    'charset-in-first-entry',
    'cp1250',
    'declared-latin2-is-utf8',
    'koi8-r',
    'latin1-is-not-1252',
    'latin2',
    'latin2-after-blank',
    'name-starting-with-n',
    'shift-jis',
    'utf8-empty-charset',
    'windows-1250-name',
  ].map((name): [string, string] => [
    `po encoding-${name}`,
    'it reads other encodings than a file declares, which looks like a defect of that version',
  ]),
  ['po encoding-utf8-invalid', 'it guesses an encoding, and refuses files with fewer such bytes'],
  ['po-mono encodings-differ', 'whether a file is read would depend on the encoding of another'],
  ['csv n-auto-reads-latin-1', 'it guesses an encoding, and wrongly: the text is Grüße'],
  ['csv n-auto-reads-cp1250', 'it guesses an encoding, and wrongly: the text is Grüße'],
])
const isFollowed = ({ formatId, name, settings }: FormatCase): boolean =>
  settings.weblate === '5.14' || !UNFOLLOWED.has(`${formatId} ${name}`)

describe.each(recorded)('$id reads files as Weblate does', ({ id }) => {
  describe.each(WEBLATE_VERSIONS)('%s', (weblate) => {
    test.each(listCases(id, weblate).filter(isFollowed))('$name', (each) => {
      const { template_units, units, error } = each.expected
      expect(readCase(each)).toEqual({ template_units, units, error })
    })
  })
})

test('every intended difference exists', () => {
  const all = recorded.flatMap(({ id }) => listCases(id, '2026.10'))
  const same = all
    .filter((each) => !isFollowed(each))
    .filter((each) => {
      const { template_units, units, error } = each.expected
      return isDeepStrictEqual(readCase(each), { template_units, units, error })
    })
  expect(same.map(({ formatId, name }) => `${formatId} ${name}`)).toEqual([])
})

// Headers of PO files declare the number of forms.
const withoutHeaders = recorded.filter(({ pluralSource }) => pluralSource !== 0)

test.each(withoutHeaders)('$id has the plural forms that Weblate gives a language', (format) => {
  const plurals = listCases(format.id, '5.14').map(
    ({ name, expected: { language, plural, ...expected } }) => {
      const { number, formula } = pluralIn(format, language)
      // Unreadable files have no plural forms.
      const recordedPlural = plural ?? { number: expected.plural_number ?? number, formula }
      return { name, actual: { number, formula }, recorded: recordedPlural }
    },
  )
  expect(plurals.filter(({ actual, recorded }) => !isDeepStrictEqual(actual, recorded))).toEqual([])
})

test('every case belongs to a format', () => {
  const counts = recorded.map(({ id }) => [id, listCases(id, '5.14').length])
  expect(Object.fromEntries(counts)).toEqual({
    arb: 47,
    aresource: 91,
    'cmp-resource': 28,
    csv: 5,
    'csv-multi-utf-8': 7,
    'csv-simple': 5,
    'csv-simple-iso': 4,
    'csv-simple-utf-8': 15,
    'csv-utf-8': 62,
    fluent: 52,
    formatjs: 27,
    'go-i18n-json': 28,
    'go-i18n-json-v2': 35,
    gotext: 27,
    gwt: 22,
    'gwt-iso': 2,
    i18next: 50,
    i18nextv4: 72,
    ini: 32,
    islu: 5,
    joomla: 12,
    json: 56,
    'json-nested': 37,
    laravel: 15,
    'mi18n-lang': 3,
    'moko-resource': 28,
    php: 59,
    plainxliff: 63,
    po: 117,
    'po-mono': 22,
    poxliff: 17,
    properties: 75,
    'properties-utf16': 10,
    'properties-utf8': 31,
    resx: 47,
    'ruby-yaml': 88,
    strings: 19,
    'strings-utf8': 47,
    stringsdict: 43,
    tbx: 44,
    ts: 54,
    webextension: 42,
    xliff: 27,
    xliff2: 1,
    'xwiki-fullpage': 6,
    'xwiki-java-properties': 8,
    'xwiki-page-properties': 6,
    yaml: 96,
  })
})
