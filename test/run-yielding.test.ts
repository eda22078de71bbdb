import { expect, test } from 'vitest'
import { giveTurn } from '../src/run-yielding.ts'

test('asynchronous work in short pieces gives others a turn every few milliseconds', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const start = performance.now()
  while (performance.now() - start < 100) await giveTurn()
  isOver = true
  expect(turns).toBeGreaterThan(3)
})
