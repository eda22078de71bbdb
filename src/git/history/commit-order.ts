/**
 * Sorts the commits reachable from `tips`, children before parents, like `git log --topo-order`. Commits are
 * numbers below `size`. A commit that `parentsOf` omits is not visited.
 */
export function sortChildrenFirst(
  tips: readonly number[],
  size: number,
  parentsOf: (commit: number) => readonly number[],
): number[] {
  const roots = [...new Set(tips)]
  /** How many children each commit still waits for; -1 if the commit has not been reached. */
  const children = new Int32Array(size).fill(-1)
  for (const root of roots) children[root] = 0
  const unseen = [...roots]
  for (let commit = unseen.pop(); commit !== undefined; commit = unseen.pop()) {
    for (const parent of parentsOf(commit)) {
      const count = children[parent]!
      if (count < 0) unseen.push(parent)
      children[parent] = Math.max(count, 0) + 1
    }
  }
  const order: number[] = []
  const ready = roots.filter((root) => children[root] === 0)
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    order.push(commit)
    for (const parent of parentsOf(commit)) {
      const left = children[parent]! - 1
      children[parent] = left
      if (left === 0) ready.push(parent)
    }
  }
  return order
}
