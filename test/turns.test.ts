import { expect, test } from 'vitest'
import { createTurns } from '../src/turns.ts'

test('one task runs at a time, in the order in which they came, also after one that failed', async () => {
  const turns = createTurns()
  const said: string[] = []
  const task = (name: string) => async () => {
    said.push(`${name} begins`)
    await Promise.resolve()
    said.push(`${name} ends`)
    if (name === 'one') throw new Error(name)
    return name
  }
  const settled = Promise.allSettled(['one', 'two', 'three'].map((name) => turns.take(task(name))))
  await turns.ended()
  expect(said).toEqual([
    ...['one begins', 'one ends', 'two begins'],
    ...['two ends', 'three begins', 'three ends'],
  ])
  expect(await settled).toEqual([
    { status: 'rejected', reason: new Error('one') },
    { status: 'fulfilled', value: 'two' },
    { status: 'fulfilled', value: 'three' },
  ])
})
