import type { Row, Setting } from '../bench.ts'
import { runSide, type SideRun } from '../run.ts'
import { configText } from '../sample.ts'
import { syntheticSample } from '../synthetic.ts'

const QUERIES = {
  word: 'abc',
  text: 'target:abc',
  state: 'state:>=translated',
  checks: 'has:check',
  id: 'id:ID',
  context: 'context:="CONTEXT"',
}
/** Queries that an index answers. They are compared with a full scan. */
const INDEXED: readonly (keyof typeof QUERIES)[] = ['id', 'context']

/**
 * Compares the first page of `units/?q=` over 240,000 units with a plain loop over the same columns that tests every
 * row.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const config = configText(syntheticSample({ languages: 80, strings: 3000 }))
  const argument = { config, queries: QUERIES }
  const runs: SideRun[] = []
  for (let run = 0; run < setting.runs; run++) {
    runs.push(await runSide(setting, { name: 'search', argument }))
  }
  const figures = (name: string): number[] => runs.map((run) => run.figures?.[name] ?? Number.NaN)
  return Object.entries(QUERIES).map(([name, query]): Row => {
    const isIndexed = INDEXED.some((one) => one === name)
    return {
      what: `first page of q=${query}`,
      unit: 'ms',
      ours: figures(name),
      otherName: isIndexed ? 'plain pass over the targets' : 'plain pass over the columns',
      others: figures(isIndexed ? 'plain text' : `plain ${name}`),
      target: { atMost: isIndexed ? 0.1 : 3 },
    }
  })
}
