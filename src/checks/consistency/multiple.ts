import { createHashNumbers, type HashNumbers } from './hash-numbers.ts'
import type { BatchTranslation, Report } from './translation.ts'

/**
 * Reports units of the source language whose string has failing checks in two or more translations of the component, its
 * own included. Checks of many units do not count: in Weblate it depends on chance whether they do. Yields after each translation.
 */
export function* findMultipleFailures(
  translations: readonly BatchTranslation[],
  report: Report,
): Generator<void, void> {
  const source = translations.find(({ isSource }) => isSource)
  if (source === undefined) return
  const rows = source.targets.length
  const counts = new Uint8Array(rows)
  let numbers: HashNumbers | undefined
  for (const translation of translations) {
    const { sources, targets } = translation
    for (let row = 0; row < targets.length; row++) {
      if (!translation.hasFailure(row)) continue
      let sourceRow = row
      // Those that share the source's column share its rows.
      if (sources !== source.sources) {
        const { idHashes } = translation
        numbers ??= numberRows(source)
        sourceRow = numbers.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
      }
      if (sourceRow >= 0) counts[sourceRow] = Math.min(2, (counts[sourceRow] ?? 0) + 1)
    }
    yield
  }
  for (let row = 0; row < rows; row++) {
    if ((counts[row] ?? 0) > 1) report(source, row, 'multiple_failures')
  }
}

/** No two units of a translation have the same hash, so numbers are rows. */
function numberRows({ idHashes, targets }: BatchTranslation): HashNumbers {
  const numbers = createHashNumbers(targets.length)
  for (let row = 0; row < targets.length; row++) {
    numbers.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
  }
  return numbers
}
