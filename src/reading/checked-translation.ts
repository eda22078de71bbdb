import type { Finding } from '../checks/consistency/finding.ts'
import type { BatchCheckId } from '../checks/consistency/translation.ts'
import { ColumnReader, ColumnWriter } from '../model/columns.ts'
import { shareVerdicts, type Verdicts } from '../model/failing-checks.ts'
import { eachGroup, type Statistics, sharedCount } from '../model/statistics.ts'
import type { Codec } from '../store/store.ts'

/** The failing checks of a translation, and its counts, among them of units on which a check of Weblate's fails. */
export interface CheckedTranslation extends Verdicts {
  readonly statistics: Statistics
}

export const CHECKED: Codec<CheckedTranslation> = {
  encode(checked) {
    const columns = new ColumnWriter()
    writeChecked(columns, checked)
    return columns.finish()
  },
  decode: (bytes) => readChecked(new ColumnReader(bytes)),
}

/** By the translation's index. */
export const CHECKED_BY_INDEX: Codec<ReadonlyMap<number, CheckedTranslation>> = {
  encode(checked) {
    const columns = new ColumnWriter()
    columns.numbers([...checked.keys()])
    for (const checkedTranslation of checked.values()) writeChecked(columns, checkedTranslation)
    return columns.finish()
  },
  decode(bytes) {
    const columns = new ColumnReader(bytes)
    return new Map(Array.from(columns.numbers(), (index) => [index, readChecked(columns)]))
  },
}

/** Findings in a language or a component. */
export const FINDINGS: Codec<readonly Finding[]> = {
  encode(findings) {
    const columns = new ColumnWriter()
    columns.texts(findings.map(({ check }) => check))
    columns.texts(findings.map(({ order }) => order))
    for (const { units } of findings) columns.numbers(units)
    return columns.finish()
  },
  decode(bytes) {
    const columns = new ColumnReader(bytes)
    const checks = columns.texts()
    const orders = columns.texts()
    return Array.from({ length: checks.length }, (_, index) => ({
      // As it was encoded.
      check: checks.at(index) as BatchCheckId,
      order: orders.at(index) ?? '',
      units: columns.numbers(),
    }))
  },
}

function writeChecked(
  columns: ColumnWriter,
  { failing, verdict, statistics }: CheckedTranslation,
): void {
  const counts: number[] = []
  eachGroup((group) => {
    const { units, words, chars } = statistics[group]
    counts.push(units, words, chars)
  })
  columns.numbers(counts)
  columns.numbers(failing)
  columns.numbers(verdict)
}

function readChecked(columns: ColumnReader): CheckedTranslation {
  const counts = columns.numbers()
  let at = 0
  const next = () => counts[at++] ?? 0
  const statistics = eachGroup(() => sharedCount({ units: next(), words: next(), chars: next() }))
  const verdicts = shareVerdicts({ failing: columns.numbers(), verdict: columns.numbers() })
  return { statistics, ...verdicts }
}
