import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseFlags } from '../../src/checks/flags.ts'
import { checkOrder, checks } from '../../src/checks/registry.ts'
import { checksOf, failingChecks, type RunUnit } from '../../src/checks/run.ts'
import { languageForCode } from '../../src/languages/language.ts'

interface Case {
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
}

const cases: Case[] = JSON.parse(readFileSync('fixtures/checks-cases.json', 'utf8'))
const byCheck = group(cases)

describe.each(checks)('$id', (check) => {
  test('decides every case as Weblate does', () => {
    const wrong = casesOf(check.id).filter((each) => {
      const runs = checksOf(unitOf(each)).includes(check)
      return (runs && check.fails(unitOf(each))) !== each.fails
    })
    expect(wrong).toEqual([])
  })

  test('explains every failure in one sentence, with spans inside the texts', () => {
    for (const each of casesOf(check.id).filter(({ fails }) => fails)) {
      const { explanation, spans } = check.explain(unitOf(each))
      expect(explanation).toMatch(/^[\p{Lu}`].*[^.\s]$/su)
      const texts = { source: each.source, target: each.target }
      const wrong = spans.filter(({ side, form, start, end }) => {
        return !(start >= 0 && start < end && end <= (texts[side][form] ?? '').length)
      })
      expect({ each, wrong }).toEqual({ each, wrong: [] })
    }
  })
})

test('every check of the cases is known, and every check has cases', () => {
  const ids = new Set(checks.map(({ id }) => id))
  expect(ids).toEqual(new Set(byCheck.keys()))
  const ofManyUnits = [
    'inconsistent',
    'reused',
    'translated',
    'multiple_failures',
    'long_untranslated',
  ]
  expect(checkOrder.filter((id) => !ids.has(id))).toEqual(ofManyUnits)
})

test('all checks of a unit are run at once', () => {
  for (const each of cases) {
    const failing = failingChecks(unitOf(each))
    if (checks.some(({ id }) => id === each.check)) {
      expect([each, failing.includes(each.check)]).toEqual([each, each.fails])
    }
    expect(failingChecks(unitOf(each))).toBe(failing)
  }
})

function casesOf(id: string): Case[] {
  return byCheck.get(id) ?? []
}

function unitOf(each: Case): RunUnit {
  return {
    sources: each.source,
    targets: each.target,
    sourceLanguage: languageForCode(each.source_language ?? 'en'),
    language: languageForCode(each.language),
    flags: parseFlags(each.flags),
    context: each.context ?? '',
    note: each.unit_note ?? '',
    projectName: each.project_name ?? 'Zqproject',
    componentName: each.component_name ?? 'Zqcomponent',
    format: each.format ?? 'json',
    glossary: (each.glossary ?? []).map(({ source, target, flags }) => {
      return { source, target, flags: parseFlags(flags ?? '') }
    }),
    state: each.state ?? 20,
    isSource: each.target.length === 0,
    isGlossary: each.glossary_component ?? false,
  }
}

function group(all: readonly Case[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>()
  for (const each of all) {
    const found = groups.get(each.check)
    if (found) found.push(each)
    else groups.set(each.check, [each])
  }
  return groups
}
