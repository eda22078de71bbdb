import { expect, test } from 'vitest'
import { appleXliff } from '../../../formats/xliff/apple-xliff.ts'
import { entryOf } from '../../support/entry.ts'

const SEP = '\u001e\u001e'
const unit = (id: string, source: string, target?: string, more = '') =>
  `<trans-unit id="${id}" xml:space="preserve"><source>${source}</source>${target === undefined ? '' : `<target>${target}</target>`}${more}</trans-unit>`
const file = (original: string, ...units: readonly string[]) =>
  `<file original="${original}" source-language="en" target-language="cs"><header><tool tool-id="com.apple.dt.xcode"/></header><body>\n${units.join('\n')}</body></file>`
const document = (...files: readonly string[]) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">${files.join('')}</xliff>`
const read = (text: string, more: object = {}) =>
  appleXliff.parse(Buffer.from(text), { languageCode: 'cs', isMonolingual: false, ...more }).entries

test('the context of a unit is the path of its file and its id, and white space is kept', () => {
  const text = document(
    file('App/en.lproj/Localizable.strings', unit('a', ' A\n ', ' Á ', '<note>On top</note>')),
    file('App/en.lproj/InfoPlist.strings', unit('a', 'A')),
  )
  expect(read(text)).toEqual([
    entryOf(
      {
        context: 'App/en.lproj/Localizable.strings///a',
        source: ' A\n ',
        target: ' Á ',
        note: 'On top',
        location: '',
        offset: text.indexOf('<trans-unit'),
      },
      0,
    ),
    entryOf(
      {
        context: 'App/en.lproj/InfoPlist.strings///a',
        source: 'A',
        location: '',
        offset: text.lastIndexOf('<trans-unit'),
      },
      1,
    ),
  ])
})

const STRINGSDICT = document(
  file(
    'en.lproj/a.stringsdict',
    unit('/files:dict/NSStringLocalizedFormatKey:dict/:string', '%#@n@', '%#@n@'),
    unit('/files:dict/n:dict/one:dict/:string', '%d file', '%d soubor', '<note>Files</note>'),
    unit('/both:dict/NSStringLocalizedFormatKey:dict/:string', '%#@n@ of %d', '%#@n@ z %d'),
    unit('/files:dict/n:dict/few:dict/:string', '%d files'),
    unit('/files:dict/n:dict/many:dict/:string', '%d files', '%d souboru'),
    unit('/files:dict/n:dict/other:dict/:string', '%d files', '%d souborů', '<note>Files</note>'),
  ),
)

test('the forms of a variable are a plural in the position of the first', () => {
  const prefix = 'en.lproj/a.stringsdict///'
  expect(read(STRINGSDICT)).toEqual([
    entryOf(
      {
        context: `${prefix}/files:dict/n`,
        source: `%d file${SEP}%d files`,
        target: `%d soubor${SEP}${SEP}%d souborů`,
        missingForms: ['few'],
        note: 'Files',
        location: '',
        offset: STRINGSDICT.indexOf('<trans-unit id="/files:dict/n:'),
      },
      0,
    ),
    entryOf(
      {
        context: `${prefix}/both:dict/NSStringLocalizedFormatKey:dict/:string`,
        source: '%#@n@ of %d',
        target: '%#@n@ z %d',
        location: '',
        offset: STRINGSDICT.indexOf('<trans-unit id="/both'),
      },
      1,
    ),
  ])
})

test.each([
  ['a|==|plural', 'a'],
  ['a|==|device.iphone.plural', 'a|==|device.iphone'],
  ['a|==|substitutions.n.plural', 'a|==|substitutions.n'],
])('%s.one and its like are a plural', (id, context) => {
  const text = document(
    file('L.xcstrings', unit(`${id}.one`, 'one'), unit(`${id}.other`, 'others', 'x')),
  )
  expect(
    read(text).map((entry) => [entry.context, entry.source, entry.target, entry.state]),
  ).toEqual([[`L.xcstrings///${context}`, `one${SEP}others`, `${SEP}${SEP}x`, 'translated']])
})

test.each(['a.plural.one', 'a|==|device.mac', 'a:dict/one', '/a:dict/n:dict/some:dict/:string'])(
  '%s is no form of a plural',
  (id) => {
    const entries = read(document(file('L', unit(id, 'A'))))
    expect(entries.map(({ context }) => context)).toEqual([`L///${id}`])
  },
)

test('a plural is fuzzy if one form is, and read-only if all are', () => {
  const states = (one: string, other: string) =>
    read(
      document(
        file(
          'L',
          `<trans-unit id="a|==|plural.one"${one}</trans-unit><trans-unit id="a|==|plural.other"${other}</trans-unit>`,
        ),
      ),
    ).map(({ state }) => state)
  const text = '><source>A</source><target>B</target>'
  const isNew = '><source>A</source><target state="new">B</target>'
  expect(states(text, isNew)).toEqual(['fuzzy'])
  expect(states(text, '><source>A</source>')).toEqual(['translated'])
  expect(states('><source>A</source>', '><source>A</source><target/>')).toEqual(['untranslated'])
  expect(states(` translate="no"${text}`, ` translate="no"${text}`)).toEqual(['read-only'])
})

test('with a template the plural is read from its targets', () => {
  const texts = (isTemplate: boolean) =>
    read(STRINGSDICT, { languageCode: 'en', isMonolingual: true, isTemplate }).map((entry) => [
      entry.source,
      entry.target,
    ])
  expect(texts(true)[0]).toEqual([`%d soubor${SEP}%d souborů`, `%d soubor${SEP}%d souborů`])
  expect(texts(false)[0]).toEqual(['', `%d soubor${SEP}%d souborů`])
})
