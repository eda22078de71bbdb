import type { ComponentDifference, LanguageDifference, UnitDifference } from '../catalog/compare.ts'
import { checkedUnitsOf } from '../checking/checked-units.ts'
import { failureMessages } from '../checking/explain-checks.ts'
import { glossaryPlaceOf, termsOf } from '../checking/glossary.ts'
import type { GlossaryTerm } from '../checks/check.ts'
import { checks, checksById } from '../checks/registry.ts'
import { judge } from '../checks/run.ts'
import type { OutdatedUnit } from '../history/states/outdated.ts'
import { failingOn, failingRows, joinFailing } from '../model/failing-checks.ts'
import type { Translation } from '../model/model.ts'
import { STATE } from '../model/statistics.ts'
import { targetIfAny } from '../model/unit.ts'
import type { UnitProblem } from './collect.ts'
import type { GateOptions } from './options.ts'

/** Returns the checks that failed at the base on a text that has moved since. */
export type OldFailures = (translation: Translation, row: number) => ReadonlySet<string>

const NONE: ReadonlySet<string> = new Set()

/**
 * Finds the checks that failed at the base on strings that were removed there. A string with the same texts, in any
 * file and under any key, counts as moved, so its old failures are not new.
 */
export function findOldFailures(differences: readonly ComponentDifference[]): OldFailures {
  const checksByTexts = new Map<string, ReadonlySet<string>>()
  for (const { before, units } of differences.flatMap(({ languages }) => languages)) {
    if (before === undefined) continue
    for (const { before: row, after } of units) {
      const ids = row === undefined || after !== undefined ? [] : failingOn(before.verdict, row)
      if (row === undefined || ids.length === 0) continue
      const key = JSON.stringify(textsOf(before, row))
      checksByTexts.set(key, new Set([...(checksByTexts.get(key) ?? []), ...ids]))
    }
  }
  return (translation, row) => checksByTexts.get(JSON.stringify(textsOf(translation, row))) ?? NONE
}

/** Returns the problems of a language that are not in the base, even on a text that was elsewhere there. */
export function newProblems(
  difference: LanguageDifference,
  oldFailures: OldFailures,
): UnitProblem[] {
  const { before, after, units } = difference
  if (after === undefined) return []
  const byBase = createBaseRules(difference)
  return units.flatMap((unit) => {
    const row = unit.after
    if (row === undefined) return []
    const isNew = unit.before === undefined && unit.newlyFailing.length > 0
    const old = isNew ? oldFailures(after, row) : NONE
    const failing = unit.newlyFailing.filter((id) => !old.has(id))
    return [
      ...brokenSince(before, after, unit, row),
      ...failures(after, row, failing),
      ...byBase(unit),
    ]
  })
}

/** Returns all failing checks of a translation, including accepted ones. */
export function failingChecks(translation: Translation): UnitProblem[] {
  const failing = failingRows(joinFailing(translation.verdict, translation.accepted))
  return failing.flatMap(([row, ids]) => failures(translation, row, ids))
}

const SECONDS_A_DAY = 86_400

/** Returns translations that have been outdated for longer than the limit in days. */
export function longOutdated(
  units: readonly OutdatedUnit[],
  { maxDays }: GateOptions,
): UnitProblem[] {
  return units.flatMap(({ row, changed }) => {
    const days = Math.floor((Date.now() / 1000 - changed.seconds) / SECONDS_A_DAY)
    const message = `The translation is older than its source, which changed ${days} days ago; the limit is ${maxDays}.`
    return days <= maxDays ? [] : [{ rule: 'max-outdated', message: () => message, row }]
  })
}

/** Returns the problem that a change introduced in a unit's translation, apart from failing checks. */
function brokenSince(
  before: Translation | undefined,
  after: Translation,
  unit: UnitDifference,
  row: number,
): UnitProblem[] {
  if (before === undefined || unit.before === undefined) return []
  const [old, now] = [textsOf(before, unit.before), textsOf(after, row)]
  const isUntranslated = unit.kinds.includes('untranslated')
  const state = after.units().states[row] ?? STATE.empty
  // If states come from the history, a changed source also marks the unit as needing editing.
  const wasGood = isUntranslated || (state >= STATE.translated && state !== STATE.readOnly)
  const isStale = old.source !== now.source && old.target === now.target && now.target !== ''
  if (isStale && wasGood && !after.isSource) {
    const message = 'The source changed; the translation did not.'
    return [{ rule: 'outdated', message: () => message, row }]
  }
  if (!isUntranslated) return []
  const message = 'The string is no longer translated.'
  return [{ rule: 'untranslated', message: () => message, row }]
}

function textsOf(translation: Translation, row: number) {
  const units = translation.units()
  return { source: units.table.sources.at(row), target: targetIfAny(units, row) }
}

function failures(translation: Translation, row: number, ids: readonly string[]): UnitProblem[] {
  return ids.map((rule) => ({
    rule,
    row,
    message: () => failureMessages(translation, row, [rule])[0]?.message ?? rule,
  }))
}

const ENABLING: ReadonlySet<string> = new Set(checks.flatMap(({ enabledBy = [] }) => enabledBy))

/**
 * Returns a function that finds checks which fail only under the rules of the base: flags that a file set for a string
 * with the same source, and glossary terms that were removed. A change cannot excuse what it breaks by removing rules.
 */
function createBaseRules({ before, after }: LanguageDifference) {
  if (before === undefined || after === undefined) return () => []
  const unitAt = checkedUnitsOf(after)
  const formerUnitAt = checkedUnitsOf(before)
  let terms: readonly GlossaryTerm[] | undefined
  return ({ before: oldRow, after: row }: UnitDifference): UnitProblem[] => {
    if (row === undefined) return []
    const unit = unitAt(after.units(), row)
    const old = oldRow === undefined ? undefined : formerUnitAt(before.units(), oldRow)
    const isSameSource = old?.sources.join('\0') === unit.sources.join('\0')
    const flags = isSameSource
      ? [...(old?.flags ?? [])].filter(([name]) => ENABLING.has(name) && !unit.flags.has(name))
      : []
    if (unit.glossary !== undefined) terms ??= removedTerms(before, after)
    if (flags.length === 0 && !terms?.length) return []
    const byBase = {
      ...unit,
      flags: new Map([...unit.flags, ...flags]),
      ...(unit.glossary && { glossary: [...unit.glossary, ...(terms ?? [])] }),
    }
    const knownChecks = new Set([
      ...failingOn(after.verdict, row),
      ...(oldRow === undefined ? [] : failingOn(before.verdict, oldRow)),
    ])
    return judge(byBase)
      .gitglot.filter((id) => !knownChecks.has(id))
      .map((rule) => ({
        rule,
        row,
        message: () => checksById.get(rule)?.explain(byBase).explanation ?? rule,
      }))
  }
}

function removedTerms(before: Translation, after: Translation): GlossaryTerm[] {
  const termsIn = ({ language, component }: Translation) =>
    termsOf(language.code, glossaryPlaceOf(component))
  const left = new Set(termsIn(after).map(({ source }) => source))
  return termsIn(before).filter(({ source }) => !left.has(source))
}
