import { expect, test } from 'vitest'
import { giveTurn } from '../src/run-yielding.ts'

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

test('after short pieces of work others get turns, in each of which a connection is accepted', async () => {
  const turns = countTurns()
  const start = performance.now()
  // On a busy machine a turn may take long.
  while (turns.soFar() < 16 && performance.now() - start < 10_000) await giveTurn()
  turns.stop()
  expect(turns.soFar()).toBeGreaterThanOrEqual(16)
})
