import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { formats } from '../../formats/index.ts'
import { WEBLATE_VERSIONS, type WeblateVersion } from '../../src/weblate-version.ts'
import { casesOfVersion, fails } from '../checks/check-cases.ts'
import { compareScenario, readScenarios } from '../checks/consistency/batch-cases.ts'
import { compareFlagText, compareMergedFlags, readFlagCases } from '../checks/flag-cases.ts'
import { listCases, readCase } from '../formats/cases.ts'
import { compareCode, readCodeCases } from '../languages/code-cases.ts'
import { compareFilemask, exceptions, readFilemaskCases } from '../reading/filemask-cases.ts'
import { type Difference, Section } from './report.ts'

/** The suites of case files in a folder, by the name that `--only` takes. */
export function caseSuites(spec: string): Readonly<Record<string, () => Promise<Section[]>>> {
  return {
    formats: async () =>
      [...formats.keys()]
        .filter((id) => existsSync(join(spec, 'format-cases', id)))
        .flatMap((id) => WEBLATE_VERSIONS.map((weblate) => compareFormat(id, spec, weblate))),
    languages: async () => [compareLanguages(spec)],
    filemasks: async () => [compareFilemasks(spec)],
    checks: async () => WEBLATE_VERSIONS.map((version) => compareChecks(spec, version)),
    batch: async () => WEBLATE_VERSIONS.map((version) => compareBatch(spec, version)),
    flags: async () => [compareFlags(spec)],
  }
}

/** The name of a section: answers of 5.14 have none of their own. */
function inVersion(what: string, version: WeblateVersion): string {
  return version === '5.14' ? what : `${what}, ${version}`
}

function compareFormat(id: string, spec: string, weblate: WeblateVersion): Section {
  const section = new Section(inVersion(`format ${id}`, weblate))
  const folders =
    weblate === '5.14' ? ['format-cases'] : ['weblate-2026/format-cases', 'format-cases']
  const parents = folders.map((folder) => join(spec, folder))
  for (const each of listCases(id, weblate, parents)) {
    const { template_units, units, error } = each.expected
    const expected = { template_units, units, error }
    section.add(each.name, difference({ expected, actual: readCase(each) }))
  }
  return section
}

function compareLanguages(spec: string): Section {
  const section = new Section('languages')
  for (const each of readCodeCases(join(spec, 'language-code-cases.json'))) {
    section.add(`${each.id} ${each.input}`, difference(compareCode(each)))
  }
  return section
}

/** But for the cases whose exception, with its reason, `filemask-cases.ts` names. */
function compareFilemasks(spec: string): Section {
  const section = new Section('filemasks')
  for (const each of readFilemaskCases(join(spec, 'filemask-cases.json'))) {
    if (each.id in exceptions) continue
    section.add(`${each.id} ${each.about}`, difference(compareFilemask(each)))
  }
  return section
}

function compareChecks(spec: string, version: WeblateVersion): Section {
  const section = new Section(inVersion('checks', version))
  for (const each of casesOfVersion(version, spec)) {
    const { check, language, source, target, note } = each
    const name = `${check} ${language} ${JSON.stringify([source, target])} ${note}`
    section.add(name, difference({ expected: each.fails, actual: fails(each, version) }))
  }
  return section
}

function compareBatch(spec: string, version: WeblateVersion): Section {
  const section = new Section(inVersion('checks of many units', version))
  for (const scenario of readScenarios(version, spec)) {
    for (const { name, ...pair } of compareScenario(scenario, version)) {
      section.add(`${scenario.name} ${name}`, difference(pair))
    }
  }
  return section
}

function compareFlags(spec: string): Section {
  const section = new Section('flags')
  const { parse, merge } = readFlagCases(join(spec, 'flags-cases.json'))
  for (const each of parse) section.add(each.text, difference(compareFlagText(each)))
  for (const each of merge) section.add(each.parts.join(), difference(compareMergedFlags(each)))
  return section
}

function difference(pair: { expected: unknown; actual: unknown }): Difference[] {
  const plain = (value: unknown) => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
  const expected = plain(pair.expected)
  const actual = plain(pair.actual)
  return isDeepStrictEqual(actual, expected) ? [] : [{ field: 'answer', expected, actual }]
}
