import { oncePer } from '../../cache.ts'
import type { IndexedCommit, IndexedRow } from './commit-columns.ts'
import type { CommitIndex, HistoryGroup } from './commit-index.ts'
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
  if (mode === 'first-parent-moves') return walkFirstParents(firstParentsOf(start), group, isWanted)
  const line = ancestorsOf(start)
  const former = mode === 'ancestors' ? NONE : formerPaths(start, isWanted)
  if (former.size === 0) return walkAncestors(line.of(group), line, isWanted)
  return walkAncestors(line.all, line, (path) => isWanted(path) || former.has(path))
}

const NONE: ReadonlySet<string> = new Set()

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

/** Commits behind a start that have rows. */
interface Line {
  readonly all: readonly IndexedCommit[]
  /** Those that have rows of a group. */
  of(group: number): readonly IndexedCommit[]
  readonly boundary: readonly IndexedCommit[]
}

function createLine({ groups }: CommitIndex, commits: readonly IndexedCommit[]): Line {
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
    of: (group) => indexedCommits[group] ?? [],
    boundary: commits.filter(({ isShallow }) => isShallow),
  }
}

/** Those with rows, or at which a shallow clone ends: most commits of a long history are neither. */
function visited({ commits }: CommitIndex, places: readonly number[]): IndexedCommit[] {
  return places
    .filter((place) => commits.rowsAt(place).length > 0 || commits.isShallowAt(place))
    .map((place) => commits.at(place))
}

/** Newest first. */
const firstParentsOf = oncePer(({ index, tip }: Start): Line => {
  const places: number[] = []
  let place: number | undefined = tip
  while (place !== undefined) {
    places.push(place)
    ;[place] = index.commits.parentsAt(place)
  }
  return createLine(index, visited(index, places))
})

/** In Git's `--topo-order`. */
const ancestorsOf = oncePer(({ index, tip }: Start): Line => {
  const order = sortChildrenFirst([tip], tip + 1, (place) => index.commits.parentsAt(place))
  return createLine(index, visited(index, order))
})

/** The paths from which files were moved to each path. */
const movesOf = oncePer(({ index: { commits }, tip }: Start) => {
  const moves = new Map<string, Set<string>>()
  // Parents come before children: no later place is behind the tip.
  for (let place = 0; place <= tip; place++) {
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

/** The paths that wanted files were moved from, over any number of moves. */
function formerPaths(start: Start, isWanted: IsWanted): ReadonlySet<string> {
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
  return former
}

/** Finds the groups of a path, of each path once. */
const groupFinder = oncePer((groups: readonly HistoryGroup[]) => {
  const root = createMatcher(groups.map(({ patterns }) => patterns))
  const positionsOf = new Map<string, readonly number[]>()
  return (path: string): readonly number[] => {
    let positions = positionsOf.get(path)
    if (positions === undefined) {
      positions = groupsOfPath(root, path)
      positionsOf.set(path, positions)
    }
    return positions
  }
})
