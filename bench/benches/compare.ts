import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn, timesOf } from '../run.ts'
import { configText } from '../sample.ts'

/** Number of commits between the two that are compared. */
const COMMITS = 100

/** Compares two commits whose files have been read, against reading the files that differ. */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) {
    const argument = { config: configText(sample), commits: COMMITS }
    const [runs = []] = await runInTurn(setting, [{ name: 'compare', argument }])
    rows.push({
      what: `difference of two commits, ${COMMITS} apart, ${sample.name}`,
      unit: 'ms',
      ours: timesOf(runs),
      otherName: 'reading the earlier commit',
      others: figuresOf(runs, 'reading'),
      target: { atMost: 0.5 },
    })
  }
  return rows
}
