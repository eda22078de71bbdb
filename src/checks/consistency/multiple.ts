import { createHashNumbers, type HashNumbers } from './hash-numbers.ts'
import type { BatchColumns, BatchTranslation, Report } from './translation.ts'

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
  const rows = source.count
  const counts = new Uint8Array(rows)
  const columns = source.columns()
  let numbers: HashNumbers | undefined
  for (const translation of translations) {
    let own: BatchColumns | undefined
    for (let row = 0; row < translation.count; row++) {
      if (!translation.hasFailure(row)) continue
      own ??= translation.columns()
      let sourceRow = row
      // Those that share the source's column share its rows.
      if (own.sources !== columns.sources) {
        numbers ??= numberRows(columns)
        sourceRow = numbers.find(own.idHashes[2 * row] ?? 0, own.idHashes[2 * row + 1] ?? 0)
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
function numberRows({ idHashes, targets }: BatchColumns): HashNumbers {
  const numbers = createHashNumbers(targets.length)
  for (let row = 0; row < targets.length; row++) {
    numbers.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
  }
  return numbers
}
