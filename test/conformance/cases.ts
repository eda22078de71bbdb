import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { formats } from '../../formats/index.ts'
import { listCases, readCase } from '../formats/cases.ts'
import { filemaskDifference, readFilemaskCases } from '../catalog/filemask-cases.ts'
import { languageDifference, readLanguageCases } from '../languages/code-cases.ts'
import { Section } from './report.ts'

/** The suites of case files, by the name that `--only` takes. */
export function parityCases(spec: string): Readonly<Record<string, () => Promise<Section[]>>> {
  return {
    formats: async () => [...formats.keys()].map((id) => compareFormat(id, spec)),
    languages: async () => [compareLanguages(spec)],
    filemasks: async () => [compareFilemasks(spec)],
  }
}

function compareFormat(id: string, spec: string): Section {
  const section = new Section(`format ${id}`)
  const format = formats.get(id)
  if (format === undefined) return section
  for (const each of listCases(id, join(spec, 'format-cases'))) {
    const { template_units, units, error } = each.expected
    const expected = { template_units, units, error }
    const actual = readCase(format, each)
    section.add(
      each.name,
      isDeepStrictEqual(actual, expected) ? [] : [{ field: 'units', expected, actual }],
    )
  }
  return section
}

function compareLanguages(spec: string): Section {
  const section = new Section('languages')
  for (const each of readLanguageCases(join(spec, 'language-code-cases.json'))) {
    section.add(`${each.id} ${each.input}`, languageDifference(each))
  }
  return section
}

function compareFilemasks(spec: string): Section {
  const section = new Section('filemasks')
  for (const each of readFilemaskCases(join(spec, 'filemask-cases.json'))) {
    section.add(`${each.id} ${each.about}`, filemaskDifference(each))
  }
  return section
}
