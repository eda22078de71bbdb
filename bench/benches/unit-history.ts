import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn, timesOf } from '../run.ts'
import { configText, type Sample } from '../sample.ts'

const POINTS = 50

/** Reads the history of one unit, and the trend of a component. */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of setting.samples) {
    rows.push(await unitHistoryRow(setting, sample), await trendRow(setting, sample))
  }
  return rows
}

async function unitHistoryRow(setting: Setting, sample: Sample): Promise<Row> {
  const argument = { configText: configText(sample) }
  const [ours = [], parsing = []] = await runInTurn(setting, [
    { name: 'unit-history', argument: { ...argument, isParseOnly: false } },
    { name: 'unit-history', argument: { ...argument, isParseOnly: true } },
  ])
  return {
    what: `history of a unit in ${ours[0]?.agreed} versions, ${sample.name}`,
    unit: 'ms',
    ours: timesOf(ours),
    otherName: 'parsing each version once',
    others: timesOf(parsing),
    target: { atMost: 1.5 },
  }
}

async function trendRow(setting: Setting, sample: Sample): Promise<Row> {
  const argument = { configText: configText(sample), points: POINTS }
  const [runs = []] = await runInTurn({ ...setting, runs: 1 }, [{ name: 'trend', argument }])
  return {
    what: `trend of ${POINTS} points again, ${sample.name}`,
    unit: 'ms',
    ours: figuresOf(runs, 'again'),
    otherName: 'the first time',
    others: timesOf(runs),
    target: { atMost: 0.05 },
  }
}
