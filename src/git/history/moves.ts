import { asFile, asFolder, type CompareFolders, type PathChange } from './tree-diff.ts'

const MAX_DEPTH = 256
// A commit that changes more entries is an import, whose moves do not matter.
const MAX_REMOVALS = 20_000
// How many removed copies of one blob are compared. Both lists are sorted alike, so a real move is among the first.
const MAX_COMPARED = 200
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

/**
 * Finds the files that a commit moved: for an added file, the path at which the commit removed the same blob.
 * Returns old paths by new path. Uses each old path once; of several, picks the one that shares the longest ending
 * with the new path. Ignores empty files.
 */
export function findMoves(
  additions: readonly PathChange[],
  trees: readonly [old: string | undefined, next: string | undefined],
  compareFolders: CompareFolders,
): Map<string, string> {
  const moves = new Map<string, string>()
  const addedOids = new Set(additions.map((change) => change.new?.oid ?? ''))
  addedOids.delete(EMPTY_BLOB)
  if (addedOids.size === 0 || trees[0] === undefined) return moves
  const removals = findRemovals(addedOids, trees, compareFolders)
  for (const { path, new: added } of additions) {
    const candidates = removals.get(added?.oid ?? '') ?? []
    let best: string | undefined
    for (const candidate of candidates.slice(0, MAX_COMPARED)) {
      if (best === undefined || commonEnd(candidate, path) > commonEnd(best, path)) best = candidate
    }
    if (best === undefined) continue
    candidates.splice(candidates.indexOf(best), 1)
    moves.set(path, best)
  }
  return moves
}

function findRemovals(
  addedOids: ReadonlySet<string>,
  trees: readonly [old: string | undefined, next: string | undefined],
  compareFolders: CompareFolders,
): Map<string, string[]> {
  const removals = new Map<string, string[]>()
  let seen = 0

  function visit(
    [oldTree, newTree]: readonly [string | undefined, string | undefined],
    prefix: string,
    depth: number,
  ): void {
    if (oldTree === undefined || oldTree === newTree || depth > MAX_DEPTH) return
    for (const { name, old, new: next } of compareFolders(oldTree, newTree, () => true)) {
      if (++seen > MAX_REMOVALS) return
      const path = prefix + name
      const file = asFile(old)
      if (file !== undefined && asFile(next) === undefined && addedOids.has(file.oid)) {
        const copies = removals.get(file.oid)
        if (copies === undefined) removals.set(file.oid, [path])
        else copies.push(path)
      }
      visit([asFolder(old), asFolder(next)], `${path}/`, depth + 1)
    }
  }

  visit(trees, '', 0)
  return seen > MAX_REMOVALS ? new Map() : removals
}

function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
