/** Commits waiting for their turn in a walk. */
interface CommitQueue {
  add(place: number): void
  /** Takes the newest commit; of several that are equally old the one that was added first. */
  next(): number | undefined
}

interface Waiting {
  readonly place: number
  readonly timestamp: number
  readonly turn: number
}

/** A queue by time, in which a commit can be once: adding it again does nothing, also after it was taken. */
export function createCommitQueue(timestampOf: (place: number) => number): CommitQueue {
  // A binary heap: each item goes before those at twice its index plus one and two.
  const heap: Waiting[] = []
  const seen = new Set<number>()

  function add(place: number): void {
    if (seen.has(place)) return
    seen.add(place)
    const item = { place, timestamp: timestampOf(place), turn: seen.size }
    let at = heap.length
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]!
      if (isBefore(parent, item)) break
      heap[at] = parent
      at = above
    }
    heap[at] = item
  }

  function next(): number | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || first === last) return first?.place
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      const [left, right] = [heap[below], heap[below + 1]]
      if (left === undefined) break
      if (right !== undefined && isBefore(right, left)) below++
      const child = heap[below]!
      if (isBefore(last, child)) break
      heap[at] = child
      at = below
    }
    heap[at] = last
    return first.place
  }

  return { add, next }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.timestamp === b.timestamp ? a.turn < b.turn : a.timestamp > b.timestamp
}
