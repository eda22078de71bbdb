import type { Repository } from '../repository.ts'
import { CommitColumns, type IndexedRow } from './commit-columns.ts'
import { appendSegment, type CommitIndex, createIndex, type IndexSegment } from './commit-index.ts'
import { sortChildrenFirst } from './commit-order.ts'
import { createFolderComparison } from './folder-comparison.ts'
import { findMoves } from './moves.ts'
import { OidTable } from './oid-table.ts'
import { createMatcher, groupsOfPath, literalPattern } from './path-groups.ts'
import { type CompareTrees, createComparison, type PathChange } from './tree-diff.ts'

/** The result of extending an index to new tips. */
export interface Extension {
  readonly index: CommitIndex
  /** The added commits; all commits if the index was rebuilt. */
  readonly added: IndexSegment
  readonly isRebuilt: boolean
}

/**
 * Extends an index to new tips, reading only the commits it lacks. Rebuilds it if an old tip is not an ancestor of
 * a new tip, if a shallow clone was deepened, or if a file was moved from a path that the index does not follow.
 * Throws RepositoryError for unreadable objects.
 */
export function extendIndex(
  index: CommitIndex,
  repository: Repository,
  tips: readonly string[],
): Extension {
  if (index.commits.length > 0) {
    const canExtend = index.commits.shallow().every(repository.isShallow)
    const added = canExtend ? readSegment(index, repository, tips) : undefined
    const isComplete =
      added?.formerPaths.length === 0 && areReachable(index, index.tips, { tips, added })
    if (added !== undefined && isComplete) {
      return { index: appendSegment(index, added), added, isRebuilt: false }
    }
  }
  const empty = createIndex(index.groups)
  const added = readSegment(empty, repository, tips)
  return { index: appendSegment(empty, added), added, isRebuilt: true }
}

/** Returns whether each old tip is a new tip or an ancestor of one. */
function areReachable(
  { commits }: CommitIndex,
  oldTips: readonly string[],
  { tips, added }: { tips: readonly string[]; added: IndexSegment },
): boolean {
  const missing = new Set(oldTips.map((tip) => commits.placeOf(tip)))
  const seen = new Set<number>()
  const queue = tips.map((tip) => commits.placeOf(tip)).filter((place) => place !== undefined)
  for (let place = 0; place < added.commits.length; place++) {
    queue.push(...added.commits.parentsAt(place))
  }
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    missing.delete(place)
    if (missing.size === 0) return true
    queue.push(...commits.parentsAt(place))
  }
  return missing.size === 0
}

function readSegment(
  index: CommitIndex,
  repository: Repository,
  tips: readonly string[],
): IndexSegment {
  const heads = readHeads(index, repository, tips)
  const { oids, timestamps, parents } = heads
  const newTips = tips.flatMap((tip) => oids.placeOf(tip) ?? [])
  const order = sortChildrenFirst(newTips, oids.length, (parent) => parents[parent]!.filter(isNew))
  const compared = compareAll(index, repository, { heads, order })
  const start = index.commits.length
  const places = new Int32Array(oids.length)
  const commits = new CommitColumns()
  for (const number of order.reverse()) {
    places[number] = start + commits.length
    const oid = oids.at(number)
    commits.add({
      oid,
      timestamp: timestamps[number]!,
      parents: parents[number]!.map((parent) => (isNew(parent) ? places[parent]! : flip(parent))),
      isShallow: repository.isShallow(oid),
      rows: compared.rows.get(number) ?? [],
    })
  }
  return { commits, tips, formerPaths: compared.formerPaths }
}

/** Converts between the place of a commit in the index and its number, which is negative, unlike those of new ones. */
function flip(place: number): number {
  return -1 - place
}

function isNew(number: number): boolean {
  return number >= 0
}

/** Reads the commits that the index lacks, in columns by number. */
function readHeads(index: CommitIndex, repository: Repository, tips: readonly string[]) {
  const oids = new OidTable()
  const timestamps: number[] = []
  /** Positions in `treeOids`. */
  const trees: number[] = []
  const treeOids = new OidTable()
  /** Parents by number, see `flip` for commits in the index; empty where a shallow clone ends. */
  const parents: number[][] = []
  function numberOf(oid: string): number {
    const place = index.commits.placeOf(oid)
    return place === undefined ? oids.add(oid) : flip(place)
  }
  for (const tip of tips) numberOf(tip)
  // Parents are appended, so this loop reaches them too.
  for (let number = 0; number < oids.length; number++) {
    const oid = oids.at(number)
    const head = repository.readCommit(oid)
    timestamps.push(head.committer.timestamp)
    trees.push(treeOids.add(head.tree))
    parents.push(repository.isShallow(oid) ? [] : head.parents.map(numberOf))
  }
  return { oids, timestamps, trees, treeOids, parents }
}

/**
 * Limit of the work for moves: former paths over all rebuilt comparisons, since each commit that adds one needs a new
 * comparison, and commits that are searched again. Beyond the limit, a file's history ends at a move.
 */
const MAX_MOVE_WORK = 5_000_000

/**
 * Compares commits with their parents, children first: a move must be known before older commits are compared. Commits
 * compared before a move was found are searched again for its former path: a branch forked before the move may have
 * changed the file there.
 */
function compareAll(
  index: CommitIndex,
  repository: Repository,
  { heads, order }: { heads: ReturnType<typeof readHeads>; order: readonly number[] },
) {
  const compareFolders = createFolderComparison(repository)
  const rows = new Map<number, readonly IndexedRow[]>()
  const patterns = index.groups.map((group) => group.patterns)
  const knownPaths = new Set(index.formerPaths)
  const formerPaths: string[] = []
  const root = createMatcher(patterns)
  let compare: CompareTrees | undefined
  let moveWork = 0
  function treeOf(number: number | undefined): string | undefined {
    if (number === undefined) return undefined
    if (isNew(number)) return heads.treeOids.at(heads.trees[number]!)
    return repository.readCommit(index.commits.oidAt(flip(number))).tree
  }

  function treesOf(number: number): readonly [old: string | undefined, next: string | undefined] {
    return [treeOf(heads.parents[number]?.[0]), treeOf(number)]
  }

  function compareCommit(number: number): void {
    const trees = treesOf(number)
    if (compare === undefined) moveWork += knownPaths.size
    compare ??= createComparison(
      compareFolders,
      createMatcher([...patterns, [...knownPaths].map(literalPattern)]),
    )
    const pathChanges = compare(...trees)
    if (pathChanges.length === 0) return
    const additions = pathChanges.filter((change) => change.old === undefined)
    const moves = findMoves(additions, trees, compareFolders)
    for (const from of moves.values()) {
      if (moveWork > MAX_MOVE_WORK || knownPaths.has(from) || groupsOfPath(root, from).length > 0)
        continue
      knownPaths.add(from)
      formerPaths.push(from)
      compare = undefined
    }
    rows.set(
      number,
      pathChanges.map((change) => toRow(change, moves)),
    )
  }

  const compared = order.filter((number) => !repository.isShallow(heads.oids.at(number)))
  /** How many former paths were known after each commit, in the order of the walk. */
  const pathCounts = compared.map((number) => {
    compareCommit(number)
    return formerPaths.length
  })
  for (
    let start = 0, end = formerPaths.length;
    start < end;
    start = end, end = formerPaths.length
  ) {
    moveWork += compared.length
    const late = createComparison(
      compareFolders,
      createMatcher([formerPaths.slice(start, end).map(literalPattern)]),
    )
    for (const [at, number] of compared.entries()) {
      // From here on, all of these paths were known.
      if (start === 0 && at > 0 && pathCounts[at - 1] === end) break
      if (late(...treesOf(number)).length > 0) compareCommit(number)
    }
  }
  return { rows, formerPaths }
}

function toRow(change: PathChange, moves: ReadonlyMap<string, string>): IndexedRow {
  const { path, old, new: next } = change
  const from = old === undefined ? (moves.get(path) ?? '') : ''
  return { path, old: old?.oid ?? '', new: next?.oid ?? '', from }
}
