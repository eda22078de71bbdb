import { checkedUnitsOf } from '../../catalog/checking/checked-units.ts'
import { glossaryPlaceOf, termsOf } from '../../catalog/checking/glossary.ts'
import type { LanguageDifference, UnitDifference } from '../../catalog/compare.ts'
import { failingOn } from '../../catalog/failing-checks.ts'
import type { Translation } from '../../catalog/model.ts'
import type { GlossaryTerm } from '../../checks/check.ts'
import { checks, checksById } from '../../checks/registry.ts'
import { judge } from '../../checks/run.ts'
import type { UnitProblem } from './collect.ts'

const ENABLING: ReadonlySet<string> = new Set(checks.flatMap(({ enabledBy = [] }) => enabledBy))

/**
 * Returns the function that finds what fails only by the rules of the base: flags that a file had for a string with the
 * same source, and terms of glossaries that are gone. What a change takes away does not excuse what it breaks.
 */
export function createBaseRules({
  before,
  after,
}: Pick<LanguageDifference, 'before' | 'after'>): (unit: UnitDifference) => readonly UnitProblem[] {
  if (before === undefined || after === undefined) return () => []
  const unitAt = checkedUnitsOf(after)
  const formerUnitAt = checkedUnitsOf(before)
  let terms: readonly GlossaryTerm[] | undefined
  return ({ before: oldRow, after: row }) => {
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
    const known = new Set([
      ...failingOn(after.verdict, row),
      ...(oldRow === undefined ? [] : failingOn(before.verdict, oldRow)),
    ])
    return judge(byBase)
      .own.filter((id) => !known.has(id))
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
