import { expect, test } from 'vitest'
import { giveTurn, runYielding } from '../src/run-yielding.ts'

const PIECES: Readonly<Record<string, () => Promise<unknown>>> = {
  'asynchronous work in short pieces': giveTurn,
  'many short generators one after the other': () => runYielding(each([])),
}

function* each(places: readonly number[]): Generator<number, void> {
  for (const place of places) yield place
}

function countTurns() {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return {
    soFar: () => turns,
    stop() {
      isOver = true
    },
  }
}

test.each(Object.entries(PIECES))(
  '%s: others get a turn every few milliseconds',
  async (_, work) => {
    const turns = countTurns()
    const start = performance.now()
    // On a busy machine a turn may take long.
    while (turns.soFar() <= 3 && performance.now() - start < 10_000) await work()
    turns.stop()
    expect(turns.soFar()).toBeGreaterThan(3)
  },
)

test('after a slice many turns pass, in each of which a connection is accepted', async () => {
  const turns = countTurns()
  const start = performance.now()
  await runYielding(
    (function* () {
      while (performance.now() - start < 30) yield
    })(),
  )
  turns.stop()
  expect(turns.soFar()).toBeGreaterThanOrEqual(16)
})
