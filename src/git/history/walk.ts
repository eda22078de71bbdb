import { oncePer, oncePerText } from '../../cache.ts'
import type { IndexedCommit, IndexedRow } from './commit-columns.ts'
import type { CommitIndex, HistoryGroup } from './commit-index.ts'
import { sortChildrenFirst } from './commit-order.ts'
import { createMatcher, groupsOfPath } from './path-groups.ts'

/**
 * Which commits count, and in what order:
 * - `first-parent-moves`: like `git log --first-parent -m`, which compares a merge with its first parent; newest
 *   first. Includes older rows of the paths from which files were moved.
 * - `ancestors`: like `git log --full-history --no-merges --topo-order --reverse`; parents before children.
 * - `ancestors-moves`: like `ancestors`, with all rows of the paths from which files were moved, before the tip
 *   or after it.
 */
export type WalkMode = 'first-parent-moves' | 'ancestors' | 'ancestors-moves'

interface WalkedCommit {
  readonly commit: IndexedCommit
  readonly rows: readonly IndexedRow[]
}

/** The result of a walk. */
export interface Walk {
  /** Commits with rows. */
  readonly commits: readonly WalkedCommit[]
  /** Commits at which a shallow clone ends, in the order of the walk. */
  readonly boundary: readonly IndexedCommit[]
}

type IsWanted = (path: string) => boolean

/** Returns the rows of a group (by index) reachable from a commit (by position). */
export function walk(
  index: CommitIndex,
  { group, tip, mode }: { group: number; tip: number; mode: WalkMode },
): Walk {
  const groupsOf = groupFinder(index.groups)
  const isWanted = (path: string) => groupsOf(path).includes(group)
  const start = startAt(index, tip)
  if (mode === 'first-parent-moves') return walkFirstParents(firstParentsOf(start), group, isWanted)
  const line = ancestorsOf(start)
  const former = mode === 'ancestors' ? NONE : formerPaths(index, isWanted)
  if (former.size === 0) return walkAncestors(line.of(group), line, isWanted)
  return walkAncestors(line.all, line, (path) => isWanted(path) || former.has(path))
}

const NONE: ReadonlySet<string> = new Set()

/** The start commit of walks. Many groups are walked from one commit, so their shared work is cached by it. */
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

type Line = ReturnType<typeof createLine>

/** Returns the commits that have rows (`all`), those with rows of a group, and those that end a shallow clone. */
function createLine({ groups }: CommitIndex, commits: readonly IndexedCommit[]) {
  const groupsOf = groupFinder(groups)
  const all = commits.filter(({ rows }) => rows.length > 0)
  const indexedCommits = groups.map((): IndexedCommit[] => [])
  for (const commit of all) {
    for (const group of new Set(commit.rows.flatMap(({ path }) => groupsOf(path)))) {
      indexedCommits[group]?.push(commit)
    }
  }
  return {
    all,
    of: (group: number) => indexedCommits[group] ?? [],
    boundary: commits.filter(({ isShallow }) => isShallow),
  }
}

/** Returns the commits that have rows or end a shallow clone; most commits of a long history do neither. */
function visited({ commits }: CommitIndex, places: readonly number[]): IndexedCommit[] {
  return places
    .filter((place) => commits.rowsAt(place).length > 0 || commits.isShallowAt(place))
    .map((place) => commits.at(place))
}

/** Follows first parents, newest first. */
const firstParentsOf = oncePer(({ index, tip }: Start): Line => {
  const places: number[] = []
  let place: number | undefined = tip
  while (place !== undefined) {
    places.push(place)
    ;[place] = index.commits.parentsAt(place)
  }
  return createLine(index, visited(index, places))
})

/** Sorts ancestors in Git's `--topo-order`. */
const ancestorsOf = oncePer(({ index, tip }: Start): Line => {
  const order = sortChildrenFirst([tip], tip + 1, (place) => index.commits.parentsAt(place))
  return createLine(index, visited(index, order))
})

/** Maps each path to the paths from which files were moved to it, also after the tip: the group names present paths. */
const movesOf = oncePer(({ commits }: CommitIndex) => {
  const moves = new Map<string, Set<string>>()
  for (let place = 0; place < commits.length; place++) {
    for (const { path, from } of commits.rowsAt(place)) {
      if (from !== '') moves.set(path, (moves.get(path) ?? new Set()).add(from))
    }
  }
  return moves
})

function walkFirstParents(line: Line, group: number, isWanted: IsWanted): Walk {
  const indexedCommits = line.of(group)
  const isMove = ({ path, from }: IndexedRow) => from !== '' && isWanted(path) && !isWanted(from)
  const hasMoves = indexedCommits.some(({ rows }) => rows.some(isMove))
  const walkedCommits: WalkedCommit[] = []
  const formerPaths = new Set<string>()
  for (const commit of hasMoves ? line.all : indexedCommits) {
    const rows = commit.rows.filter(({ path }) => isWanted(path) || formerPaths.has(path))
    for (const { path, old } of rows) if (old === '') formerPaths.delete(path)
    for (const { from } of rows) if (from !== '' && !isWanted(from)) formerPaths.add(from)
    if (rows.length > 0) walkedCommits.push({ commit, rows })
  }
  return { commits: walkedCommits, boundary: line.boundary }
}

function walkAncestors(
  commits: readonly IndexedCommit[],
  { boundary }: Line,
  isWanted: IsWanted,
): Walk {
  const walkedCommits: WalkedCommit[] = []
  for (const commit of commits) {
    if (commit.parents.length > 1) continue
    const rows = commit.rows.filter(({ path }) => isWanted(path))
    if (rows.length > 0) walkedCommits.push({ commit, rows })
  }
  return { commits: walkedCommits.reverse(), boundary: boundary.toReversed() }
}

/** Returns the paths from which wanted files were moved, over any number of moves. */
function formerPaths(index: CommitIndex, isWanted: IsWanted): ReadonlySet<string> {
  const moves = movesOf(index)
  const former = new Set<string>()
  const queue = [...moves.keys()].filter(isWanted)
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const from of moves.get(path) ?? []) {
      if (former.has(from)) continue
      former.add(from)
      queue.push(from)
    }
  }
  return former
}

/** Finds the groups of a path, and caches them. */
const groupFinder = oncePer((groups: readonly HistoryGroup[]) => {
  const root = createMatcher(groups.map(({ patterns }) => patterns))
  return oncePerText((path) => groupsOfPath(root, path))
})
