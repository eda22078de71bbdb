import { describe, expect, test } from 'vitest'
import type { Check } from '../../src/checks/check.ts'
import { checkOrder, checks } from '../../src/checks/registry.ts'
import { judge, type RunUnit } from '../../src/checks/run.ts'
import { type CheckCase, fails, readCheckCases, unitOf } from './check-cases.ts'

const cases = readCheckCases('fixtures/checks-cases.json')
const byCheck = group(cases)

/** Those of Fluent were built from their documentation alone and have their own tests. */
const recorded = checks.filter(({ id }) => !id.startsWith('fluent-'))

describe.each(recorded)('$id', (check) => {
  test('decides every case as Weblate does', () => {
    expect(casesOf(check.id).filter((each) => fails(each) !== each.fails)).toEqual([])
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
  expect(new Set(recorded.map(({ id }) => id))).toEqual(new Set(byCheck.keys()))
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
    const failing = judge(unitOf(each)).weblate
    const unit = unitOf(each)
    const oneByOne = checks.filter((check) => runs(check, each, unit) && check.fails(unit))
    expect([each, failing]).toEqual([each, oneByOne.map(({ id }) => id)])
    expect(judge(unitOf(each)).weblate).toBe(failing)
  }
})

/** Whether the check runs on the unit: by its flags, then by its state and component. */
function runs({ id, kind, enabledBy = [], ignoredBy }: Check, each: CheckCase, unit: RunUnit) {
  const { flags, state, isSource } = unit
  if (flags.has('ignore-all-checks') || flags.has(ignoredBy)) return false
  if (enabledBy.length > 0 && !enabledBy.some((flag) => flags.has(flag))) return false
  const isOfGlossaries = id === 'prohibited_initial_character'
  if (each.glossary_component) return isOfGlossaries && state !== 0
  return !isOfGlossaries && (isSource ? kind === 'source' : kind === 'target' && state % 100 !== 0)
}

function casesOf(id: string): CheckCase[] {
  return byCheck.get(id) ?? []
}

function group(all: readonly CheckCase[]): Map<string, CheckCase[]> {
  const groups = new Map<string, CheckCase[]>()
  for (const each of all) {
    const found = groups.get(each.check)
    if (found) found.push(each)
    else groups.set(each.check, [each])
  }
  return groups
}
