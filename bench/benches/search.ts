import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn } from '../run.ts'
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
  const [runs = []] = await runInTurn(setting, [{ name: 'search', argument }])
  return Object.entries(QUERIES).map(([name, query]): Row => {
    const isIndexed = INDEXED.some((indexed) => indexed === name)
    return {
      what: `first page of q=${query}`,
      unit: 'ms',
      ours: figuresOf(runs, name),
      otherName: isIndexed ? 'plain pass over the targets' : 'plain pass over the columns',
      others: figuresOf(runs, isIndexed ? 'plain text' : `plain ${name}`),
      target: { atMost: isIndexed ? 0.1 : 3 },
    }
  })
}
