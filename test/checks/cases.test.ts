import { describe, expect, test } from 'vitest'
import type { Check } from '../../src/checks/check.ts'
import { checks, checksById, descriptionsById } from '../../src/checks/registry.ts'
import { judge, type RunUnit } from '../../src/checks/run.ts'
import { WEBLATE_VERSIONS } from '../../src/weblate-version.ts'
import { type CheckCase, casesOfVersion, fails, unitOf } from './check-cases.ts'

/** Those of Fluent were built from their documentation alone and have their own tests. */
const recorded = checks.filter(({ id }) => !id.startsWith('fluent-'))

describe.each(WEBLATE_VERSIONS)('Weblate %s', (version) => {
  const cases = casesOfVersion(version)
  const byCheck = group(cases)
  const ownChecks = recorded.filter(
    ({ id, since = version }) => since === version && byCheck.has(id),
  )

  describe.each(ownChecks)('$id', ({ id }) => {
    test('decides every case as Weblate does', () => {
      const wrong = (byCheck.get(id) ?? []).filter((each) => fails(each, version) !== each.fails)
      expect(wrong).toEqual([])
    })

    test('explains every failure in one sentence, with spans inside the texts', () => {
      const check = checksById.get(id)
      for (const each of (byCheck.get(id) ?? []).filter(({ fails }) => fails)) {
        const { explanation, spans } = check?.explain(unitOf(each, version)) ?? { spans: [] }
        expect(explanation).toMatch(/^[\p{Lu}`].*[^.\s]$/su)
        const texts = { source: each.source, target: each.target }
        const wrong = spans.filter(({ side, form, start, end }) => {
          return !(start >= 0 && start < end && end <= (texts[side][form] ?? '').length)
        })
        expect({ each, wrong }).toEqual({ each, wrong: [] })
      }
    })
  })

  test('all checks of a unit are run at once', () => {
    for (const each of cases) {
      const unit = unitOf(each, version)
      const failing = judge(unit).weblate
      const oneByOne = checks
        .filter(({ since = version }) => since === version)
        .flatMap(({ id }) => checksById.get(id) ?? [])
        .filter((check) => runs(check, each, unit) && check.fails(unit))
      expect([each, failing]).toEqual([each, oneByOne.map(({ id }) => id)])
      expect(judge(unitOf(each, version)).weblate).toBe(failing)
    }
  })
})

test('every check of the cases is known, and every check has cases', () => {
  const ids = new Set(checks.map(({ id }) => id))
  const inCases = WEBLATE_VERSIONS.flatMap((version) => casesOfVersion(version)).map(
    ({ check }) => check,
  )
  expect(new Set(recorded.map(({ id }) => id))).toEqual(new Set(inCases))
  const ofManyUnits = [
    'inconsistent',
    'reused',
    'translated',
    'multiple_failures',
    'long_untranslated',
  ]
  const others = [...descriptionsById.values()].filter(({ id, isOwn }) => !isOwn && !ids.has(id))
  expect(others.map(({ id }) => id)).toEqual(ofManyUnits)
})

/** Whether the check runs on the unit: by its flags, then by its state and component. */
function runs(check: Check, each: CheckCase, unit: RunUnit) {
  const { id, kind, ignoredBy, enabledIn2026By } = check
  const later = unit.weblate === '2026.10' && enabledIn2026By ? [enabledIn2026By] : []
  const enabledBy = [...(check.enabledBy ?? []), ...later]
  const { flags, state, isSource } = unit
  if (flags.has('ignore-all-checks') || flags.has(ignoredBy)) return false
  if (enabledBy.length > 0 && !enabledBy.some((flag) => flags.has(flag))) return false
  const isOfGlossaries = id === 'prohibited_initial_character'
  if (each.glossary_component) return isOfGlossaries && state !== 0
  return !isOfGlossaries && (isSource ? kind === 'source' : kind === 'target' && state % 100 !== 0)
}

function group(all: readonly CheckCase[]): Map<string, CheckCase[]> {
  const groups = new Map<string, CheckCase[]>()
  for (const each of all) {
    const group = groups.get(each.check)
    if (group) group.push(each)
    else groups.set(each.check, [each])
  }
  return groups
}
