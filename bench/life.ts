import type { Bench, Row, Setting } from './bench.ts'
import { runInTurn } from './run.ts'
import { configText, type Subject } from './subject.ts'

const POINTS = 50

/** What history tells of one unit, and of a component over time. */
export const life: Bench = {
  name: 'life',
  async rows(setting) {
    const rows: Row[] = []
    for (const subject of setting.subjects) {
      rows.push(await lifeRow(setting, subject), await trendRow(setting, subject))
    }
    return rows
  },
}

async function lifeRow(setting: Setting, subject: Subject): Promise<Row> {
  const argument = { configText: configText(subject) }
  const [ours = [], parsing = []] = await runInTurn(setting, [
    { name: 'unit-life', argument: { ...argument, isParseOnly: false } },
    { name: 'unit-life', argument: { ...argument, isParseOnly: true } },
  ])
  return {
    what: `life of a unit in ${ours[0]?.agreed} versions, ${subject.name}`,
    unit: 'ms',
    ours: ours.map(({ milliseconds }) => milliseconds),
    otherName: 'parsing each once',
    others: parsing.map(({ milliseconds }) => milliseconds),
    target: { atMost: 1.5 },
  }
}

async function trendRow(setting: Setting, subject: Subject): Promise<Row> {
  const argument = { configText: configText(subject), points: POINTS }
  const [runs = []] = await runInTurn({ ...setting, runs: 1 }, [{ name: 'trend', argument }])
  return {
    what: `trend of ${POINTS} points again, ${subject.name}`,
    unit: 'ms',
    ours: runs.map(({ figures }) => figures?.['again'] ?? Number.NaN),
    otherName: 'computed first',
    others: runs.map(({ milliseconds }) => milliseconds),
    target: { atMost: 0.05 },
  }
}
