import type { ComponentDifference, LanguageDifference } from '../../catalog/compare.ts'
import { failingOn } from '../../catalog/failing-checks.ts'
import type { Translation } from '../../catalog/model.ts'

/** Returns the checks that failed at the base on a text that has moved since. */
export type OldFailures = (translation: Translation, row: number) => ReadonlySet<string>

const NONE: ReadonlySet<string> = new Set()

/**
 * Finds the checks that failed at the base on strings that were removed there. A string with the same texts, in any
 * file and under any key, counts as moved, so its old failures are not new.
 */
export function findOldFailures(differences: readonly ComponentDifference[]): OldFailures {
  const checksByTexts = new Map<string, Set<string>>()
  for (const { before, units } of differences.flatMap(({ languages }) => languages)) {
    if (before === undefined) continue
    for (const row of goneRows(units)) {
      const ids = failingOn(before.verdict, row)
      if (ids.length === 0) continue
      const key = textsOf(before, row)
      const checks = checksByTexts.get(key) ?? new Set()
      for (const id of ids) checks.add(id)
      checksByTexts.set(key, checks)
    }
  }
  return (translation, row) => checksByTexts.get(textsOf(translation, row)) ?? NONE
}

function goneRows(units: LanguageDifference['units']): number[] {
  return units.flatMap(({ before, after }) =>
    before !== undefined && after === undefined ? [before] : [],
  )
}

function textsOf(translation: Translation, row: number): string {
  const { table, targets } = translation.units()
  return JSON.stringify([table.sources.at(row), targets.at(row)])
}
