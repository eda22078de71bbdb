/**
 * Commits (by place or id) from some tips on, children before their parents, as `git log --topo-order` sorts them. Of
 * `parentsOf` the commits that are left out are not visited.
 */
export function sortChildrenFirst<T extends number | string>(
  tips: readonly T[],
  parentsOf: (commit: T) => readonly T[],
): T[] {
  const children = new Map<T, number>(tips.map((tip) => [tip, 0]))
  const unseen = [...children.keys()]
  for (let commit = unseen.pop(); commit !== undefined; commit = unseen.pop()) {
    for (const parent of parentsOf(commit)) {
      const count = children.get(parent)
      if (count === undefined) unseen.push(parent)
      children.set(parent, (count ?? 0) + 1)
    }
  }
  const order: T[] = []
  const ready = [...new Set(tips)].filter((tip) => children.get(tip) === 0)
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    order.push(commit)
    for (const parent of parentsOf(commit)) {
      const left = children.get(parent)! - 1
      children.set(parent, left)
      if (left === 0) ready.push(parent)
    }
  }
  return order
}
