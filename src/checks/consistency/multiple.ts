import { once } from '../../cache.ts'
import { type Finding, NO_UNITS } from './finding.ts'
import { createHashNumbers, type HashNumbers } from './hash-numbers.ts'
import {
  type BatchColumns,
  type BatchFailure,
  type BatchTranslation,
  rowOf,
} from './translation.ts'

/** The rows on which checks of many units fail, by translation. */
export type FailingTogether = ReadonlyMap<BatchTranslation, ReadonlyMap<number, unknown>>

/**
 * Finds the source units whose string fails checks in at least two counting translations of the component. Includes
 * failures of other checks of many units, whose rows are in `together`.
 */
export function findMultipleFailures(
  translations: readonly BatchTranslation[],
  together: FailingTogether = new Map(),
): readonly Finding[] {
  const index = translations.findIndex(({ isSource }) => isSource)
  const source = translations[index]
  if (source === undefined) return []
  const counts = new Uint8Array(source.count)
  const columns = source.columns()
  const numbers = once(() => numberRows(columns))
  for (const translation of translations) {
    const rows = [...rowsOf(translation, together)]
    if (rows.length === 0) continue
    const { sources, idHashes } = translation.columns()
    for (const row of rows) {
      // Translations with the same source column have the same rows.
      const sourceRow =
        sources === columns.sources
          ? row
          : numbers().find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
      if (sourceRow >= 0) counts[sourceRow] = Math.min(2, (counts[sourceRow] ?? 0) + 1)
    }
  }
  const check = 'multiple_failures'
  const units: number[] = []
  for (let row = 0; row < source.count; row++) {
    if ((counts[row] ?? 0) > 1 && !source.ignores(row, check)) units.push(index, row)
  }
  if (units.length === 0) return []
  return [{ check, order: '', units: Uint32Array.from(units), alone: NO_UNITS }]
}

/** Returns the rows with a failing check, each once. */
function rowsOf(translation: BatchTranslation, together: FailingTogether): Iterable<number> {
  if (!translation.countsForMultiple) return []
  const rows = together.get(translation)
  const alone = translation.failingRows()
  return rows === undefined ? alone : new Set([...alone, ...rows.keys()])
}

/** The units of a translation have distinct hashes, so numbers equal rows. */
function numberRows({ idHashes, targets }: BatchColumns): HashNumbers {
  const numbers = createHashNumbers(targets.length)
  for (let row = 0; row < targets.length; row++) {
    numbers.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
  }
  return numbers
}

/** Names the languages in which checks of the string fail. */
export function explainMultiple({ component, translation, row }: BatchFailure): string {
  const languages = component.translations.filter((each) => {
    const otherRow = each.countsForMultiple ? rowOf(each, translation, row) : -1
    return otherRow >= 0 && [...each.failingRows()].includes(otherRow)
  })
  const names = languages.map(({ language }) => language.name).sort()
  const last = names.pop() ?? ''
  return `Checks fail in ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}
