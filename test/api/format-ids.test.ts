import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const COMPONENTS = [
  { file_format: 'csv-simple-iso' },
  { file_format: 'plainxliff' },
  { file_format: 'properties-utf8', file_format_params: { dos_eol: true } },
  { file_format: 'properties', file_format_params: { properties_encoding: 'utf-16' } },
  { file_format: 'strings-utf8' },
  { file_format: 'po' },
]

test.each([
  [
    '2026.10',
    [
      { file_format: 'csv-simple', file_format_params: { csv_simple_encoding: 'iso-8859-1' } },
      {
        file_format: 'xliff',
        file_format_params: { xliff_placeables: 'plain', xml_whitespace_handling: 'standard' },
      },
      {
        file_format: 'properties',
        file_format_params: { properties_encoding: 'utf-8', dos_eol: true },
      },
      { file_format: 'properties', file_format_params: { properties_encoding: 'utf-16' } },
      { file_format: 'strings', file_format_params: { strings_encoding: 'utf-8' } },
      { file_format: 'po', file_format_params: {} },
    ],
  ],
  ['5.14', COMPONENTS.map((component) => ({ file_format_params: {}, ...component }))],
])('Weblate %s names formats in its own way', async (weblate, expected) => {
  const { path: repo } = await createRepository([{ readme: 'No files.' }])
  const components = COMPONENTS.map((fields, index) => {
    return { slug: `c${index}`, name: `C${index}`, repo, filemask: 'l/*', ...fields }
  })
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components }
  const { catalog, get } = await serveProjects([project], { weblate })
  onTestFinished(catalog.close)
  const { results } = await get<{ results: Record<string, unknown>[] }>('/api/components/')
  expect(
    results.map(({ file_format, file_format_params }) => ({ file_format, file_format_params })),
  ).toEqual(expected)
})
