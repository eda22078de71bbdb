import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ImportedUnit, importScenario, type Scenario } from './batch-scenario.ts'

const scenarios: Scenario[] = JSON.parse(readFileSync('fixtures/checks-batch-cases.json', 'utf8'))

describe.each(scenarios)('$name', (scenario) => {
  const imported = importScenario(scenario)
  const expectations = Object.entries(scenario.expected).flatMap(([component, languages]) =>
    Object.entries(languages).map(([language, expected]) => ({ component, language, expected })),
  )

  test('has the expected translations', () => {
    const names = imported.map(({ component, language }) => `${component}/${language}`)
    expect(names.sort()).toEqual(
      expectations.map(({ component, language }) => `${component}/${language}`).sort(),
    )
  })

  test.each(expectations)('$component/$language', ({ component, language, expected }) => {
    const translation = imported.find(
      (each) => each.component === component && each.language === language,
    )
    const units = new Map((translation?.units ?? []).map((unit) => [unit.key, unit]))
    const found = Object.fromEntries(
      Object.entries(expected.units).map(([key, { sometimes = [] }]) => {
        const { state, flags, checks } = units.get(key) ?? { state: -1, flags: '', checks: [] }
        return [
          key,
          { state, flags, checks: checks.filter((each) => !sometimes.includes(each)).sort() },
        ]
      }),
    )
    const wanted = Object.fromEntries(
      Object.entries(expected.units).map(([key, { state, flags, checks }]) => [
        key,
        { state, flags, checks: [...checks].sort() },
      ]),
    )
    expect(found).toEqual(wanted)
    expect(units.size).toBe(Object.keys(expected.units).length)
    if (expected.all === undefined) return
    const { units: _, ...numbers } = expected
    expect(countAll([...units.values()])).toEqual(numbers)
  })
})

/** What Weblate counts: failing units in every state, and those among the translated ones. */
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
