import { readFileSync } from 'node:fs'
import { formats } from '../../formats/index.ts'
import { parseFlags } from '../../src/checks/flags.ts'
import { judge, type RunUnit } from '../../src/checks/run.ts'
import { languageForCode } from '../../src/languages/language.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'

/** One check on one unit, and whether it fails there. */
export interface CheckCase {
  check: string
  language: string
  flags: string
  source: string[]
  target: string[]
  source_language?: string
  format?: string
  state?: number
  unit_note?: string
  context?: string
  project_name?: string
  component_name?: string
  glossary_component?: boolean
  glossary?: { source: string; target: string; flags?: string }[]
  note: string
  fails: boolean
  /** Set if 5.14.3 had a different result. */
  fails_5_14_3?: boolean
}

export function readCheckCases(path: string): CheckCase[] {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The recorded results of a version: those of 2026.10 are those of 5.14, except where recorded again. */
export function casesOfVersion(version: WeblateVersion, folder = 'fixtures'): CheckCase[] {
  const old = readCheckCases(`${folder}/checks-cases.json`)
  if (version === '5.14') return old
  const recent = readCheckCases(`${folder}/weblate-2026/checks-cases.json`)
  const changed = new Set(
    recent.filter(({ fails_5_14_3 }) => fails_5_14_3 !== undefined).map(inputOf),
  )
  return [...old.filter((each) => !changed.has(inputOf(each))), ...recent]
}

function inputOf({ fails: _, fails_5_14_3: __, note: ___, ...input }: CheckCase): string {
  return JSON.stringify(Object.entries(input).sort())
}

/** Whether the case's check runs on its unit, and fails in a version. */
export function fails(each: CheckCase, weblate: WeblateVersion = '5.14'): boolean {
  return judge(unitOf(each, weblate)).weblate.includes(each.check)
}

export function unitOf(each: CheckCase, weblate: WeblateVersion = '5.14'): RunUnit {
  return {
    weblate,
    sources: each.source,
    targets: each.target,
    sourceLanguage: languageForCode(each.source_language ?? 'en'),
    language: languageForCode(each.language),
    flags: parseFlags(each.flags),
    context: each.context ?? '',
    note: each.unit_note ?? '',
    projectName: each.project_name ?? 'Zqproject',
    componentName: each.component_name ?? 'Zqcomponent',
    hasStrictPlurals: formats.get(each.format ?? 'json')?.hasStrictPlurals === true,
    glossary: (each.glossary ?? []).map(({ source, target, flags }) => {
      return { source, target, flags: parseFlags(flags ?? '') }
    }),
    state: each.state ?? 20,
    isSource: each.target.length === 0,
    isGlossary: each.glossary_component ?? false,
  }
}
