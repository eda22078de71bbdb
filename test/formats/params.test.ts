import { expect, onTestFinished, test } from 'vitest'
import { formats } from '../../formats/index.ts'
import { checkParam, formatParams } from '../../formats/params.ts'
import { formatOf } from '../../src/reading/translation-file.ts'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

/** Formats with parameters, and the formats that read the same without them. */
test.each([
  ['properties', {}, 'properties', 'properties'],
  ['properties', { properties_encoding: 'utf-8' }, 'properties-utf8', 'properties-utf8'],
  ['properties', { properties_encoding: 'utf-16' }, 'properties-utf16', 'properties-utf16'],
  ['properties', { properties_encoding: 'iso-8859-1' }, 'properties', 'properties'],
  ['properties-utf8', {}, 'properties-utf8', 'properties-utf8'],
  ['strings', {}, 'strings', 'strings-utf8'],
  ['strings', { strings_encoding: 'utf-16' }, 'strings', 'strings'],
  ['strings', { strings_encoding: 'utf-8' }, 'strings-utf8', 'strings-utf8'],
  ['strings', { dos_eol: true }, 'strings', 'strings-utf8'],
  ['csv', {}, 'csv', 'csv'],
  ['csv', { csv_encoding: 'utf-8' }, 'csv-utf-8', 'csv-utf-8'],
  ['csv-multi', {}, 'csv-multi', 'csv-multi'],
  ['csv-multi', { csv_encoding: 'utf-8' }, 'csv-multi-utf-8', 'csv-multi-utf-8'],
  ['csv-simple', { csv_simple_encoding: 'auto' }, 'csv-simple', 'csv-simple'],
  ['csv-simple', { csv_simple_encoding: 'utf-8' }, 'csv-simple-utf-8', 'csv-simple-utf-8'],
  ['csv-simple', { csv_simple_encoding: 'iso-8859-1' }, 'csv-simple-iso', 'csv-simple-iso'],
  ['gwt', {}, 'gwt', 'gwt'],
  ['gwt', { gwt_encoding: 'iso-8859-1' }, 'gwt-iso', 'gwt-iso'],
  ['xliff', { xliff_placeables: 'plain' }, 'plainxliff', 'plainxliff'],
])('%s with %j is %s for 5.14, and %s for 2026.10', (fileFormat, fileFormatParams, old, today) => {
  const idIn = (weblate: '5.14' | '2026.10') =>
    formatOf({ fileFormat, fileFormatParams, weblate }).id
  expect([idIn('5.14'), idIn('2026.10')]).toEqual([old, today])
})

const xliff1 = '<xliff><file><trans-unit id="a"><source> a  b</source></trans-unit></file></xliff>'
const xliff2 =
  '<xliff version="2.0"><file><unit id="a"><segment><source> a  b<ph/></source></segment></unit></file></xliff>'

test.each([
  ['xliff', xliff1, {}, 'a b', ' a  b'],
  ['xliff', xliff1, { xliff_placeables: 'plain' }, ' a  b', ' a  b'],
  ['xliff', xliff1, { xml_whitespace_handling: 'normalize' }, 'a b', 'a b'],
  ['plainxliff', xliff1, {}, 'a b', 'a b'],
  ['poxliff', xliff1, {}, 'a b', ' a  b'],
  ['poxliff', xliff1, { xml_whitespace_handling: 'standard' }, 'a b', 'a b'],
  ['apple-xliff', xliff1, {}, ' a  b', ' a  b'],
  ['apple-xliff', xliff1, { xml_whitespace_handling: 'standard' }, 'a b', 'a b'],
  ['xliff2', xliff2, {}, ' a  b<ph/>', ' a  b<ph/>'],
  ['xliff2', xliff2, { xml_whitespace_handling: 'standard' }, 'a b<ph/>', 'a b<ph/>'],
  ['xliff2', xliff2, { xliff_placeables: 'plain' }, ' a  b', ' a  b'],
])('%s reads %s with %j as %j for 5.14, and as %j for 2026.10', (...row) => {
  const [fileFormat, text, fileFormatParams, old, today] = row
  const sourceIn = (weblate: '5.14' | '2026.10') => {
    const format = formatOf({ fileFormat, fileFormatParams, weblate })
    const options = { languageCode: 'cs', isMonolingual: false }
    return format.parse(Buffer.from(text), options).entries.map(({ source }) => source)
  }
  expect([sourceIn('5.14'), sourceIn('2026.10')]).toEqual([[old], [today]])
})

test('a format with the same parameters is always the same object, as caches need', () => {
  const params = { properties_encoding: 'utf-8', xml_whitespace_handling: 'normalize' }
  for (const { id, forFiles } of formats.values()) {
    const settings = { fileFormat: id, fileFormatParams: params, weblate: '2026.10' } as const
    // Formats with `forFiles` depend on all settings, which are one object while a component is served.
    const others = forFiles === undefined ? { ...settings } : settings
    expect(formatOf(others)).toBe(formatOf(settings))
  }
})

test('parameters belong to known formats, and each value that affects reading has its own variant', () => {
  for (const [name, { formats: ids = [], choices = [], isRead }] of formatParams) {
    for (const id of ids) {
      const format = formats.get(id)
      expect([id, name, format === undefined]).toEqual([id, name, false])
      if (!isRead) continue
      const read = choices.map((value) => format?.withParams?.({ [name]: value }))
      expect([id, name, new Set(read).size]).toEqual([id, name, choices.length])
    }
  }
})

test.each([
  ['po', 'po_line_wrap', 77, undefined],
  ['po', 'po_line_wrap', '-1', undefined],
  ['json', 'json_indent', 4, undefined],
  ['xcstrings', 'dos_eol', true, undefined],
  ['csv', 'csv_encoding', 'utf8', 'needs one of auto, utf-8'],
  [
    'csv',
    'csv_encodin',
    'auto',
    'is not a parameter; known for csv: csv_encoding, csv_escape_formulas, dos_eol',
  ],
  ['resjson', 'json_indent', 2, 'is not a parameter of resjson; known for resjson: dos_eol'],
  [
    'properties-utf8',
    'properties_encoding',
    'utf-8',
    'is not a parameter of properties-utf8; known for properties-utf8: dos_eol',
  ],
])('for %s, %s: %j gives %j', (format, name, value, expected) => {
  expect(checkParam(format, name, value)).toBe(expected)
})

test.each([
  [{}, 'Öffnen'],
  [{ file_format_params: { strings_encoding: 'utf-16', dos_eol: true } }, '開く'],
])('a component is read with the parameters %j, and the API shows them', async (more, target) => {
  const { path } = await createRepository([
    {
      'utf8/en.strings': '"a" = "Open";',
      'utf8/de.strings': '"a" = "Öffnen";',
      'utf16/en.strings': Buffer.from('\ufeff"a" = "Open";', 'utf16le'),
      'utf16/de.strings': Buffer.from('\ufeff"a" = "開く";', 'utf16le'),
    },
  ])
  const folder = 'file_format_params' in more ? 'utf16' : 'utf8'
  const component = {
    ...{ slug: 'c', name: 'C', repo: path, branch: 'main', file_format: 'strings', ...more },
    ...{ filemask: `${folder}/*.strings`, template: `${folder}/en.strings` },
  }
  const { get, catalog } = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] },
  ])
  onTestFinished(() => catalog.close())
  const served = await get<Record<string, unknown>>('/api/components/p/c/?format=json')
  expect([served['file_format'], served['file_format_params']]).toEqual([
    'strings',
    'file_format_params' in more ? more.file_format_params : {},
  ])
  const { results } = await get<{ results: { target: string[] }[] }>(
    '/api/translations/p/c/de/units/?format=json',
  )
  expect(results.map((unit) => unit.target)).toEqual([[target]])
})
