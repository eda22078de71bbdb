import type { Row, Setting } from '../bench.ts'
import { runSide } from '../run.ts'
import { configText } from '../sample.ts'

/** Number of commits between the two that are compared. */
const COMMITS = 100

/** Compares two commits whose files have been read, against reading the files that differ. */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) {
    const argument = { config: configText(sample), commits: COMMITS }
    const ours: number[] = []
    const others: number[] = []
    for (let run = 0; run < setting.runs; run++) {
      const { milliseconds, figures } = await runSide(setting, { name: 'compare', argument })
      ours.push(milliseconds)
      others.push(figures?.['reading'] ?? Number.NaN)
    }
    rows.push({
      what: `difference of two commits, ${COMMITS} apart, ${sample.name}`,
      unit: 'ms',
      ours,
      otherName: 'reading the earlier commit',
      others,
      target: { atMost: 0.5 },
    })
  }
  return rows
}
