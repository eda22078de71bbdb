import { expect, test } from 'vitest'
import { writeConfig } from '../../src/config/write.ts'
import { onlyComponent, problems, read, withComponent, withProject } from './support.ts'

test('parameters of a format are texts, numbers or booleans', () => {
  const text = withComponent(
    'file_format: json',
    'file_format_params: { json_indent: 2, json_indent_style: spaces, dos_eol: false }',
  )
  expect(onlyComponent(read(text)).fileFormatParams).toEqual({
    json_indent: 2,
    json_indent_style: 'spaces',
    dos_eol: false,
  })
  expect(onlyComponent(read(withComponent())).fileFormatParams).toEqual({})
})

test.each([
  [
    'file_format_params: utf-8',
    '11: projects[0].components[0].file_format_params: needs a mapping',
  ],
  [
    'file_format_params: { csv_encoding: [a] }',
    '11: projects[0].components[0].file_format_params: needs a text, found a list',
  ],
  [
    'file_format_params: { csv_encoding: }',
    "11: projects[0].components[0].file_format_params: needs a text, found nothing; an empty text is ''",
  ],
  [
    'file_format_params:\n          csv_encoding: auto\n          csv_encodin: auto',
    '13: projects[0].components[0].file_format_params.csv_encodin: is not a parameter; known for csv: csv_encoding, csv_escape_formulas, dos_eol',
  ],
  [
    'file_format_params:\n          json_indent: 2',
    '12: projects[0].components[0].file_format_params.json_indent: is not a parameter of csv; known for csv: csv_encoding, csv_escape_formulas, dos_eol',
  ],
  [
    'file_format_params:\n          csv_encoding: latin-1',
    '12: projects[0].components[0].file_format_params.csv_encoding: needs one of auto, utf-8',
  ],
])('%j is refused with its line', (line, problem) => {
  const text = withProject([], ['file_format: csv', 'filemask: l10n/*.csv', line])
  expect(problems(text)).toEqual([problem])
})

test('parameters of discovered components need a pattern, and are checked, too', () => {
  const discovering = (...lines: readonly string[]) => `projects:
  - slug: p
    name: P
    web: https://example.org/
    repo: https://example.org/p.git
    discover:
${lines.map((line) => `      ${line}`).join('\n')}`
  expect(problems(discovering('file_format_params: { dos_eol: true }'))).toEqual([
    '7: projects[0].discover.file_format_params: needs a pattern',
  ])
  const pattern = "pattern: '<component>/<language>.strings'"
  const lines = [pattern, 'file_format: strings', 'file_format_params: { strings_encoding: latin }']
  expect(problems(discovering(...lines))).toEqual([
    '9: projects[0].discover.file_format_params.strings_encoding: needs one of utf-8, utf-16',
  ])
})

test('parameters are written to a configuration', () => {
  const component = onlyComponent(
    read(withComponent('file_format: json', 'file_format_params: { json_indent: 2 }')),
  )
  const { slug, name, filemask, fileFormat, fileFormatParams } = component
  const fields = { slug, name, filemask, fileFormat, fileFormatParams, repo: 'https://a.b/c.git' }
  const text = writeConfig(
    [
      {
        fields: { slug: 'p', name: 'P', web: 'https://example.org/' },
        comments: [],
        categories: [],
        components: [{ fields, comments: [] }],
      },
    ],
    [],
  )
  expect(onlyComponent(read(text)).fileFormatParams).toEqual({ json_indent: 2 })
})
