import type { Commit } from './commit.ts'
import type { Repository } from './repository.ts'

/** The commits that a walk has yet to visit. */
export interface CommitQueue {
  /** Adds a commit unless the queue already holds it. */
  add(oid: string): void
  /** Removes and returns the newest commit; among commits of the same time, the one added first. */
  next(): Commit | undefined
}

interface Waiting {
  readonly commit: Commit
  /** How many commits were added before this one. */
  readonly turn: number
}

/** Returns an empty queue. Its methods throw RepositoryError for unreadable commits. */
export function createCommitQueue(repository: Repository): CommitQueue {
  // A binary heap: the children of index i are at 2i + 1 and 2i + 2, and no child sorts before its parent.
  const heap: Waiting[] = []
  const oids = new Set<string>()
  let turn = 0
  return {
    add(oid) {
      if (oids.has(oid)) return
      oids.add(oid)
      heap.push({ commit: repository.readCommit(oid), turn: turn++ })
      let at = heap.length - 1
      for (let up = (at - 1) >> 1; at > 0 && isBefore(heap[at]!, heap[up]!); up = (at - 1) >> 1) {
        swap(heap, at, up)
        at = up
      }
    },
    next() {
      swap(heap, 0, heap.length - 1)
      const first = heap.pop()
      let at = 0
      for (let down = earlierChild(heap, at); down > 0; down = earlierChild(heap, at)) {
        swap(heap, at, down)
        at = down
      }
      if (first !== undefined) oids.delete(first.commit.oid)
      return first?.commit
    },
  }
}

function isBefore(waiting: Waiting, other: Waiting): boolean {
  const newer = waiting.commit.committer.timestamp - other.commit.committer.timestamp
  return newer === 0 ? waiting.turn < other.turn : newer > 0
}

/** Returns the index of the child that must move above its parent; 0 if there is none. */
function earlierChild(heap: readonly Waiting[], at: number): number {
  let best = at
  for (const child of [2 * at + 1, 2 * at + 2]) {
    if (child < heap.length && isBefore(heap[child]!, heap[best]!)) best = child
  }
  return best === at ? 0 : best
}

function swap(heap: Waiting[], index: number, other: number): void {
  if (heap.length < 2 || index === other) return
  const waiting = heap[index]!
  heap[index] = heap[other]!
  heap[other] = waiting
}
