import {
  appendSegment,
  type CommitIndex,
  createIndex,
  type IndexedCommit,
  type IndexedRow,
  type IndexSegment,
} from './commit-index.ts'
import { sortChildrenFirst } from './commit-order.ts'
import { findMoves } from './moves.ts'
import { createMatcher, groupsOfPath, literalPattern } from './path-matcher.ts'
import type { CommitHead, HistorySource } from './source.ts'
import { type CompareTrees, createComparison, type PathChange } from './tree-diff.ts'

/** An index of the history behind some tips. */
export interface Extension {
  readonly index: CommitIndex
  /** What was added to the old index; everything when the index was built anew. */
  readonly added: IndexSegment
  readonly isRebuilt: boolean
}

/**
 * Brings an index up to tips, reading only commits that it does not have. It is built anew when an old tip is no ancestor
 * of a new one, when a shallow clone was deepened, or when a file was moved from a path that the index does not follow.
 * Yields after each commit. Throws RepositoryError for unreadable objects.
 */
export function* extendIndex(
  index: CommitIndex,
  source: HistorySource,
  tips: readonly string[],
): Generator<void, Extension> {
  if (index.commits.length > 0) {
    const added = canExtend(index, source) ? yield* readSegment(index, source, tips) : undefined
    const isComplete =
      added?.formerPaths.length === 0 && areReachable(index, index.tips, { tips, added })
    if (added !== undefined && isComplete) {
      return { index: appendSegment(index, added), added, isRebuilt: false }
    }
  }
  const empty = createIndex(index.groups)
  const added = yield* readSegment(empty, source, tips)
  return { index: appendSegment(empty, added), added, isRebuilt: true }
}

function canExtend({ commits }: CommitIndex, source: HistorySource): boolean {
  return commits.every(({ oid, isShallow }) => !isShallow || source.isShallow(oid))
}

/** Whether the old tips are the new ones or their ancestors. */
function areReachable(
  { commits, places }: CommitIndex,
  oldTips: readonly string[],
  { tips, added }: { tips: readonly string[]; added: IndexSegment },
): boolean {
  const missing = new Set(oldTips.map((tip) => places.get(tip)))
  const seen = new Set<number>()
  const queue = tips.map((tip) => places.get(tip)).filter((place) => place !== undefined)
  for (const { parents } of added.commits) for (const parent of parents) queue.push(parent)
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    missing.delete(place)
    if (missing.size === 0) return true
    for (const parent of commits[place]?.parents ?? []) queue.push(parent)
  }
  return missing.size === 0
}

/** One for all: of a long history most commits change no file of a group. */
const NO_ROWS: readonly IndexedRow[] = []

function* readSegment(
  index: CommitIndex,
  source: HistorySource,
  tips: readonly string[],
): Generator<void, IndexSegment> {
  const heads = yield* readHeads(index, source, tips)
  const isNew = (oid: string) => heads.has(oid)
  const parentsOf = (oid: string) => heads.get(oid)!.parents.filter(isNew)
  const order = sortChildrenFirst(tips.filter(isNew), parentsOf)
  const compared = yield* compareAll(index, source, { heads, order })
  const places = new Map<string, number>()
  const commits: IndexedCommit[] = []
  for (const oid of order.reverse()) {
    const { timestamp, parents, isShallow } = heads.get(oid)!
    places.set(oid, index.commits.length + commits.length)
    commits.push({
      oid,
      timestamp,
      parents: parents.map((parent) => places.get(parent) ?? index.places.get(parent)!),
      isShallow,
      rows: compared.rows.get(oid) ?? NO_ROWS,
    })
  }
  return { commits, tips, formerPaths: compared.formerPaths }
}

interface NewCommit extends CommitHead {
  readonly isShallow: boolean
}

type Heads = ReadonlyMap<string, NewCommit>

/** The commits that the index does not have. */
function* readHeads(
  index: CommitIndex,
  source: HistorySource,
  tips: readonly string[],
): Generator<void, Heads> {
  const heads = new Map<string, NewCommit>()
  const queue = [...tips]
  for (let oid = queue.pop(); oid !== undefined; oid = queue.pop()) {
    if (heads.has(oid) || index.places.has(oid)) continue
    const head = source.readCommit(oid)
    const isShallow = source.isShallow(oid)
    const parents = isShallow ? [] : head.parents
    heads.set(oid, { ...head, parents, isShallow })
    for (const parent of parents) queue.push(parent)
    yield
  }
  return heads
}

/** Former paths that comparisons are made for, again for each commit with a new one; beyond that moves end a file's history. */
const MAX_REBUILT = 5_000_000

/** Compares commits with their parents, children first: a move is found before the older commits of the moved file. */
function* compareAll(
  index: CommitIndex,
  source: HistorySource,
  { heads, order }: { heads: Heads; order: readonly string[] },
): Generator<void, { rows: Map<string, readonly IndexedRow[]>; formerPaths: string[] }> {
  const rows = new Map<string, readonly IndexedRow[]>()
  const patterns = index.groups.map((group) => group.patterns)
  const known = new Set(index.formerPaths)
  const formerPaths: string[] = []
  const root = createMatcher(patterns)
  let compare: CompareTrees | undefined
  let rebuilt = 0
  const treeOf = (oid: string | undefined) =>
    oid === undefined ? undefined : (heads.get(oid) ?? source.readCommit(oid)).tree

  for (const oid of order) {
    const { tree, parents, isShallow } = heads.get(oid)!
    if (isShallow) continue
    yield
    if (compare === undefined) rebuilt += known.size
    compare ??= createComparison(
      source.compareFolders,
      createMatcher([...patterns, [...known].map(literalPattern)]),
    )
    const found = yield* compare(treeOf(parents[0]), tree)
    if (found.length === 0) continue
    const additions = found.filter((change) => change.old === undefined)
    const moves = findMoves(additions, [treeOf(parents[0]), tree], source.compareFolders)
    for (const from of moves.values()) {
      if (rebuilt > MAX_REBUILT || known.has(from) || groupsOfPath(root, from).length > 0) continue
      known.add(from)
      formerPaths.push(from)
      compare = undefined
    }
    rows.set(
      oid,
      found.map((change) => toRow(change, moves)),
    )
  }
  return { rows, formerPaths }
}

function toRow(change: PathChange, moves: ReadonlyMap<string, string>): IndexedRow {
  const { path, old, new: next } = change
  const from = old === undefined ? (moves.get(path) ?? '') : ''
  return { path, old: old?.oid ?? '', new: next?.oid ?? '', from }
}
