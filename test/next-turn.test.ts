import { expect, test } from 'vitest'
import { nextTurn } from '../src/next-turn.ts'

test('waiting callers continue in order, each in a turn of its own', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await nextTurn()
      turns.push(turn)
    }),
  )
  isOver = true
  expect(turns).toEqual([...new Set(turns)].sort((a, b) => a - b))
  expect(turns.length).toBe(5)
})
