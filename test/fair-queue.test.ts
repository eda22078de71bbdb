import { expect, test } from 'vitest'
import { FairQueue, Turns } from '../src/fair-queue.ts'

/** Work that ends only when the test ends it; `begun` and `ends` are in order of start. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  return { begun, ends, work }
}

test('concurrency is limited overall and per client, and clients take turns', async () => {
  const queue = new FairQueue({ concurrency: 3, perClient: 2 })
  const { begun, ends, work } = createWork()
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']
  const all = names.map((name) => queue.add(name[0] as string, work(name)))
  expect([begun, queue.waiting(), queue.waiting('a')]).toEqual([['a1', 'a2', 'b1'], 4, 2])
  for (let done = 0; done < names.length; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
    await Promise.resolve()
  }
  expect(await Promise.all(all)).toEqual(names)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4'])
})

test('work of the first client begins before that of all others', async () => {
  const queue = new FairQueue({ concurrency: 1, first: 'b' })
  const { begun, ends, work } = createWork()
  const names = ['a1', 'a2', 'c1', 'b1', 'b2']
  const all = names.map((name) => queue.add(name[0] as string, work(name)))
  for (let done = 0; done < names.length; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect(await Promise.all(all)).toEqual(names)
  expect(begun).toEqual(['a1', 'b1', 'b2', 'a2', 'c1'])
})

test('aborted work does not begin, and failed work frees its place', async () => {
  const queue = new FairQueue({ concurrency: 1, perClient: 1 })
  const { begun, ends, work } = createWork()
  const controller = new AbortController()
  const first = queue.add('a', async () => {
    await work('first')()
    throw new Error('failed')
  })
  const dropped = queue.add('b', work('dropped'), controller.signal)
  const next = queue.add('c', async () => 'next')
  controller.abort(new Error('gone'))
  ends.shift()?.()
  expect(await Promise.allSettled([first, dropped, next])).toMatchObject([
    { reason: { message: 'failed' } },
    { reason: { message: 'gone' } },
    { value: 'next' },
  ])
  expect(begun).toEqual(['first'])
  await expect(queue.add('a', work('late'), controller.signal)).rejects.toThrow('gone')
})

test('every client has a turn before any has a second one', () => {
  const turns = new Turns<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item)
  turns.add('b', 'b1')
  turns.add('c', 'c1')
  turns.add('b', 'b2')
  const order = Array.from({ length: 7 }, () => turns.next())
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('a removed item has no turn, and an item can be removed only while it waits', () => {
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
