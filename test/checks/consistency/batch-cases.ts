import { readFileSync } from 'node:fs'
import type { WeblateVersion } from '../../../src/weblate-version.ts'
import { type ImportedUnit, importScenario, type Scenario } from './batch-scenario.ts'

/**
 * Source strings that were recorded before the reference looked at them again: a later component had made strings of this
 * one inconsistent, which `multiple_failures` counts as soon as it does. Their counts do not hold either.
 */
const BEFORE_RERUN: Readonly<Record<WeblateVersion, Readonly<Record<string, string>>>> = {
  '5.14': { 'inconsistent-same-key a/en': 'k_src', 'inconsistent-multiple a/en': 'k' },
  '2026.10': { 'inconsistent-multiple a/en': 'k' },
}

/** The recorded results of a version: those of 2026.10 are those of 5.14, except where recorded again. */
export function readScenarios(version: WeblateVersion, folder = 'fixtures'): Scenario[] {
  const old = readFrom(`${folder}/checks-batch-cases.json`, version)
  if (version === '5.14') return old
  const recent = readFrom(`${folder}/weblate-2026/checks-batch-cases.json`, version)
  const names = new Set(recent.map(({ name }) => name))
  return [...old.filter(({ name }) => !names.has(name)), ...recent]
}

function readFrom(path: string, version: WeblateVersion): Scenario[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as Scenario[]).map((scenario) => ({
    ...scenario,
    expected: Object.fromEntries(
      Object.entries(scenario.expected).map(([component, languages]) => [
        component,
        Object.fromEntries(
          Object.entries(languages).map(([language, { units, ...counts }]) => {
            const key = BEFORE_RERUN[version][`${scenario.name} ${component}/${language}`]
            const unit = key === undefined ? undefined : units[key]
            if (key === undefined || unit === undefined) return [language, { units, ...counts }]
            const checks = [...unit.checks, 'multiple_failures']
            return [language, { units: { ...units, [key]: { ...unit, checks } } }]
          }),
        ),
      ]),
    ),
  }))
}

/** The expected and the actual result for each translation of a scenario; the first row lists the translations. */
export function compareScenario(
  scenario: Scenario,
  version: WeblateVersion,
): { name: string; expected: unknown; actual: unknown }[] {
  const imported = new Map(
    importScenario(scenario, version).map((each) => [
      `${each.component}/${each.language}`,
      each.units,
    ]),
  )
  const translations = Object.entries(scenario.expected).flatMap(([component, languages]) =>
    Object.entries(languages).map(([language, expected]) => ({
      name: `${component}/${language}`,
      expected,
    })),
  )
  const names = {
    expected: translations.map(({ name }) => name).sort(),
    actual: [...imported.keys()].sort(),
  }
  return [
    { name: 'translations', ...names },
    ...translations.map(({ name, expected: { units: expectedUnits, ...counts } }) => {
      const units = imported.get(name) ?? []
      const sometimes = (key: string) => expectedUnits[key]?.sometimes ?? []
      return {
        name,
        expected: {
          units: Object.fromEntries(
            Object.entries(expectedUnits).map(([key, { state, flags, checks }]) => [
              key,
              { state, flags, checks: [...checks].sort() },
            ]),
          ),
          ...counts,
        },
        actual: {
          units: Object.fromEntries(
            units.map(({ key, state, flags, checks }) => [
              key,
              { state, flags, checks: checks.filter((id) => !sometimes(key).includes(id)).sort() },
            ]),
          ),
          ...(counts.all === undefined ? {} : countAll(units)),
        },
      }
    }),
  ]
}

/** Weblate's counts: failing units in every state, and among the translated ones. */
function countAll(units: readonly ImportedUnit[]): Record<string, number> {
  const failing = units.filter(({ checks }) => checks.length > 0)
  const translated = units.filter(({ state }) => state >= 20)
  const failingTranslated = failing.filter(({ state }) => state === 20 || state === 30)
  const sum = (all: readonly ImportedUnit[], of: 'words' | 'chars'): number =>
    all.reduce((total, unit) => total + unit[of], 0)
  return {
    all: units.length,
    translated: translated.length,
    allchecks: failing.length,
    allchecks_words: sum(failing, 'words'),
    allchecks_chars: sum(failing, 'chars'),
    translated_checks: failingTranslated.length,
    translated_checks_words: sum(failingTranslated, 'words'),
  }
}
