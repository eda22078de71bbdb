import { expect, test } from 'vitest'
import { Turns } from '../src/turns.ts'

test('each client has a turn before one has another', () => {
  const turns = new Turns<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item)
  turns.add('b', 'b1')
  turns.add('c', 'c1')
  turns.add('b', 'b2')
  const order = Array.from({ length: 7 }, () => turns.next())
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('what is removed has no turn, and what is gone cannot be removed', () => {
  const turns = new Turns<string>()
  turns.add('a', 'a1')
  turns.add('a', 'a2')
  expect([turns.remove('a1'), turns.remove('a1'), turns.next(), turns.remove('a2')]).toEqual([
    true,
    false,
    'a2',
    false,
  ])
})
