import type { Commit } from './commit.ts'
import type { Repository } from './repository.ts'

/** Commits that a walk has still to visit. */
export interface CommitQueue {
  /** Adds a commit, unless it is in the queue already. */
  add(oid: string): void
  /** Takes the newest commit; of several with the same time, the one that was added first. */
  next(): Commit | undefined
}

interface Waiting {
  readonly commit: Commit
  /** How many were added before. */
  readonly turn: number
}

/** An empty queue. Its methods throw RepositoryError for unreadable commits. */
export function createCommitQueue(repository: Repository): CommitQueue {
  // A heap: no commit is after its two children, those at twice its place and behind.
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

/** The place of the child that should be where its parent is; 0 without one. */
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
