import { oncePer } from '../../cache.ts'
import type { CommitIndex, HistoryGroup, IndexedCommit, IndexedRow } from './commit-index.ts'
import { sortChildrenFirst } from './commit-order.ts'
import { createMatcher, groupsOfPath } from './path-matcher.ts'

/**
 * Which commits count, and in what order:
 * - `first-parent-moves`: as `git log --first-parent -m`, which compares a merge with its first parent; newest first.
 *   Older rows of the paths that files were moved from count, too.
 * - `ancestors`: as `git log --full-history --no-merges --topo-order --reverse`: parents before their children.
 * - `ancestors-moves`: the same, with all rows of the paths that files were moved from.
 */
export type WalkMode = 'first-parent-moves' | 'ancestors' | 'ancestors-moves'

interface WalkedCommit {
  readonly commit: IndexedCommit
  readonly rows: readonly IndexedRow[]
}

/** What a walk found. */
export interface Walk {
  /** Commits with rows. */
  readonly commits: readonly WalkedCommit[]
  /** Commits at which a shallow clone ends, in the order of the walk. */
  readonly boundary: readonly IndexedCommit[]
}

type IsWanted = (path: string) => boolean

/** The rows of a group (by its index) behind a commit (by its place). */
export function walk(
  index: CommitIndex,
  { group, tip, mode }: { group: number; tip: number; mode: WalkMode },
): Walk {
  const groupsOf = groupFinder(index.groups)
  const isWanted = (path: string) => groupsOf(path).includes(group)
  const start = startAt(index, tip)
  if (mode === 'first-parent-moves') return walkFirstParents(start, isWanted)
  if (mode === 'ancestors') return walkAncestors(start, isWanted)
  return walkAncestors(start, withFormerPaths(start, isWanted))
}

/** A commit from which walks start: what they have in common is worked out once, as many groups are walked from one. */
interface Start {
  readonly index: CommitIndex
  readonly tip: number
}

const lastStart = oncePer((index: CommitIndex): { start: Start } => ({ start: { index, tip: -1 } }))

function startAt(index: CommitIndex, tip: number): Start {
  const last = lastStart(index)
  if (last.start.tip !== tip) last.start = { index, tip }
  return last.start
}

/** Commits without rows count only where a shallow clone ends. */
function isVisited({ rows, isShallow }: IndexedCommit): boolean {
  return rows.length > 0 || isShallow
}

/** Newest first. */
const firstParentsOf = oncePer(({ index: { commits }, tip }: Start): readonly IndexedCommit[] => {
  const found: IndexedCommit[] = []
  let place: number | undefined = tip
  while (place !== undefined) {
    const commit: IndexedCommit = commits[place]!
    if (isVisited(commit)) found.push(commit)
    place = commit.parents[0]
  }
  return found
})

/** In the reverse of Git's `--topo-order`. */
const ancestorsOf = oncePer(({ index: { commits }, tip }: Start): readonly IndexedCommit[] => {
  const order = sortChildrenFirst([tip], tip + 1, (place) => commits[place]!.parents)
  return order.map((place) => commits[place]!).filter(isVisited)
})

/** The paths from which files were moved to each path. */
const movesOf = oncePer(({ index: { commits }, tip }: Start) => {
  const moves = new Map<string, Set<string>>()
  // Parents come before children: no later place is behind the tip.
  for (const { rows } of commits.slice(0, tip + 1)) {
    for (const { path, from } of rows) {
      if (from !== '') moves.set(path, (moves.get(path) ?? new Set()).add(from))
    }
  }
  return moves
})

function walkFirstParents(start: Start, isWanted: IsWanted): Walk {
  const found: WalkedCommit[] = []
  const boundary: IndexedCommit[] = []
  const formerPaths = new Set<string>()
  for (const commit of firstParentsOf(start)) {
    if (commit.isShallow) boundary.push(commit)
    const rows = commit.rows.filter(({ path }) => isWanted(path) || formerPaths.has(path))
    for (const { path, old } of rows) if (old === '') formerPaths.delete(path)
    for (const { from } of rows) if (from !== '' && !isWanted(from)) formerPaths.add(from)
    if (rows.length > 0) found.push({ commit, rows })
  }
  return { commits: found, boundary }
}

function walkAncestors(start: Start, isWanted: IsWanted): Walk {
  const found: WalkedCommit[] = []
  const boundary: IndexedCommit[] = []
  for (const commit of ancestorsOf(start)) {
    if (commit.isShallow) boundary.push(commit)
    if (commit.parents.length > 1) continue
    const rows = commit.rows.filter(({ path }) => isWanted(path))
    if (rows.length > 0) found.push({ commit, rows })
  }
  return { commits: found.reverse(), boundary: boundary.reverse() }
}

/** Wants the paths that files were moved from as well, over any number of moves. */
function withFormerPaths(start: Start, isWanted: IsWanted): IsWanted {
  const moves = movesOf(start)
  const former = new Set<string>()
  const queue = [...moves.keys()].filter(isWanted)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const from of moves.get(path) ?? []) {
      if (former.has(from)) continue
      former.add(from)
      queue.push(from)
    }
  }
  return (path) => isWanted(path) || former.has(path)
}

/** Finds the groups of a path, of each path once. */
const groupFinder = oncePer((groups: readonly HistoryGroup[]) => {
  const root = createMatcher(groups.map(({ patterns }) => patterns))
  const known = new Map<string, readonly number[]>()
  return (path: string): readonly number[] => {
    let found = known.get(path)
    if (found === undefined) {
      found = groupsOfPath(root, path)
      known.set(path, found)
    }
    return found
  }
})
