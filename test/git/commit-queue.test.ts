import { expect, test } from 'vitest'
import { CommitQueue } from '../../src/git/commit-queue.ts'
import type { Repository } from '../../src/git/repository.ts'
import { createChoices } from '../support/choices.ts'

/** A queue of commits whose ids are a time and a name: `12:a`. */
function queueOfTimes() {
  let reads = 0
  // The queue reads only the ids and times of commits.
  const repository = {
    readCommit: (oid: string) => {
      reads++
      return { oid, committer: { timestamp: Number.parseInt(oid, 10) } }
    },
  } as unknown as Repository
  const queue = new CommitQueue(repository)
  return { add: (oid: string) => queue.add(oid), next: () => queue.next()?.oid, reads: () => reads }
}

test('the newest commit comes first; of the same time, the first one added', () => {
  const { below } = createChoices(3)
  const queue = queueOfTimes()
  const waiting: string[] = []
  for (let round = 0; round < 3000; round++) {
    if (below(3) === 0) {
      const newest = Math.max(...waiting.map((oid) => Number.parseInt(oid, 10)))
      const at = waiting.findIndex((oid) => Number.parseInt(oid, 10) === newest)
      expect(queue.next()).toBe(waiting.splice(at, 1)[0])
      continue
    }
    const oid = `${below(20)}:${below(50)}`
    queue.add(oid)
    if (!waiting.includes(oid)) waiting.push(oid)
  }
})

test('a hundred thousand parents of the same time are added in linear time', () => {
  const queue = queueOfTimes()
  for (let i = 0; i < 100_000; i++) queue.add(`7:${i}`)
  expect([queue.next(), queue.next(), queue.reads()]).toEqual(['7:0', '7:1', 100_000])
})
