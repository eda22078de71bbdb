import type { Row, Setting } from '../bench.ts'
import { figuresOf, runInTurn } from '../run.ts'
import { configText } from '../sample.ts'
import { syntheticSample } from '../synthetic.ts'

const MOST_MEGABYTES = 50

/**
 * Measures the memory of a component with 240,000 units including raw text, compared with the same process before it
 * opened the catalog. The target applies to used memory (`heapUsed` and `external`), because about 30 MB of the
 * resident set are space that V8 keeps for young objects.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const argument = { config: configText(syntheticSample({ languages: 80, strings: 3000 })) }
  const side = { name: 'memory', argument, flags: ['--expose-gc'] }
  const [runs = []] = await runInTurn(setting, [side])
  const units = runs[0]?.agreed ?? 0
  const common = { unit: 'MB', otherName: 'before the catalog opens' } as const
  return [
    {
      ...common,
      what: `${units} units: JavaScript heap and buffers after gc`,
      ours: figuresOf(runs, 'heap'),
      others: figuresOf(runs, 'idleHeap'),
      target: { atMostAbove: MOST_MEGABYTES },
    },
    {
      ...common,
      what: `${units} units: resident set after gc`,
      ours: figuresOf(runs, 'resident'),
      others: figuresOf(runs, 'idleResident'),
    },
  ]
}
