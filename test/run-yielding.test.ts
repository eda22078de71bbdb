import { expect, test } from 'vitest'
import { giveTurn, runYielding } from '../src/run-yielding.ts'

const PIECES: Readonly<Record<string, () => Promise<unknown>>> = {
  'asynchronous work in short pieces': giveTurn,
  'many short generators one after the other': () => runYielding(each([])),
}

function* each(places: readonly number[]): Generator<number, void> {
  for (const place of places) yield place
}

test.each(Object.entries(PIECES))(
  '%s: others get a turn every few milliseconds',
  async (_, work) => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const start = performance.now()
    // On a busy machine a turn may take long.
    while (turns <= 3 && performance.now() - start < 10_000) await work()
    isOver = true
    expect(turns).toBeGreaterThan(3)
  },
)
