import type { Finding } from '../checks/consistency/finding.ts'
import type { BatchCheckId } from '../checks/consistency/translation.ts'
import { ColumnReader, ColumnWriter } from '../model/columns.ts'
import { shareVerdicts, type Verdicts } from '../model/failing-checks.ts'
import { eachGroup, NOTHING, type Statistics, sharedCount } from '../model/statistics.ts'
import type { Codec } from '../store/store.ts'

/** The failing checks of a translation, and its counts, including those of units that fail a check of Weblate's. */
export interface CheckedTranslation extends Verdicts {
  readonly statistics: Statistics
}

export const CHECKED: Codec<CheckedTranslation> = {
  encode: (checked) => CHECKED_LIST.encode([checked]),
  decode: (bytes) => CHECKED_LIST.decode(bytes)[0]!,
}

export const CHECKED_LIST: Codec<readonly CheckedTranslation[]> = {
  encode(checked) {
    const columns = new ColumnWriter()
    columns.numbers(checked.flatMap(({ statistics }) => numbersOf(statistics)))
    for (const { failing, verdict } of checked) {
      columns.numbers(failing)
      columns.numbers(verdict)
    }
    return columns.finish()
  },
  decode(bytes) {
    const columns = new ColumnReader(bytes)
    const numbers = columns.numbers()
    return Array.from({ length: numbers.length / NUMBERS }, (_, index) => {
      const statistics = statisticsFrom(numbers, index)
      const both = { failing: columns.numbers(), verdict: columns.numbers() }
      const { failing, verdict } = shareVerdicts(both)
      return { statistics, failing, verdict }
    })
  },
}

/** Findings in a language or a component. */
export const FINDINGS: Codec<readonly Finding[]> = {
  encode(findings) {
    const columns = new ColumnWriter()
    columns.texts(findings.map(({ check }) => check))
    columns.texts(findings.map(({ order }) => order))
    for (const { units, alone } of findings) {
      columns.numbers(units)
      columns.numbers(alone)
    }
    return columns.finish()
  },
  decode(bytes) {
    const columns = new ColumnReader(bytes)
    const checks = columns.texts()
    const orders = columns.texts()
    return Array.from({ length: checks.length }, (_, index) => ({
      // The encoder wrote such an id.
      check: checks.at(index) as BatchCheckId,
      order: orders.at(index) ?? '',
      units: columns.numbers(),
      alone: columns.numbers(),
    }))
  },
}

function numbersOf(statistics: Statistics): number[] {
  const numbers: number[] = []
  eachGroup((group) => {
    const { units, words, chars } = statistics[group]
    numbers.push(units, words, chars)
  })
  return numbers
}

/** Numbers of a translation's statistics: three of each group. */
const NUMBERS = numbersOf(eachGroup(() => NOTHING)).length

function statisticsFrom(numbers: Uint32Array, place: number): Statistics {
  let at = NUMBERS * place
  const next = () => numbers[at++]!
  return eachGroup(() => sharedCount({ units: next(), words: next(), chars: next() }))
}
