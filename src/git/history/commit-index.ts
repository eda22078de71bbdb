import type { PathPattern } from './path-matcher.ts'

/** A component's files, by which rows are asked for. */
export interface HistoryGroup {
  readonly name: string
  readonly patterns: readonly PathPattern[]
}

/** What a commit did to a file, compared with its first parent (the first of all: with nothing). */
export interface IndexedRow {
  readonly path: string
  /** Blob ids; `''` where there is no file. Equal when only the mode changed. */
  readonly old: string
  readonly new: string
  /** Where an added file was before, when the commit removed the same blob there; else `''`. */
  readonly from: string
}

/** A commit as the index knows it. */
export interface IndexedCommit {
  readonly oid: string
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
  /** By their place in the index, where parents come before children. */
  readonly parents: readonly number[]
  /** Whether its parents are not there: it has no rows, as they are not known. */
  readonly isShallow: boolean
  /** In Git's order of paths; all groups together. */
  readonly rows: readonly IndexedRow[]
}

/** All commits behind some tips, with the rows of some groups: a pure function of both. */
export interface CommitIndex {
  readonly groups: readonly HistoryGroup[]
  readonly commits: readonly IndexedCommit[]
  /** Place of each commit by its id. */
  readonly places: ReadonlyMap<string, number>
  readonly tips: readonly string[]
  /** Paths outside of all patterns that a file was moved from: their older rows are there too. */
  readonly formerPaths: readonly string[]
}

/** What one extension adds. */
export type IndexSegment = Pick<CommitIndex, 'commits' | 'tips' | 'formerPaths'>

/** An index without commits. */
export function createIndex(groups: readonly HistoryGroup[]): CommitIndex {
  return { groups, commits: [], places: new Map(), tips: [], formerPaths: [] }
}

/** The index with what an extension adds. The old one must not be used any more: they share their commits. */
export function appendSegment(index: CommitIndex, segment: IndexSegment): CommitIndex {
  // Shared on purpose: an extension by a few commits must not copy all others.
  const commits = index.commits as IndexedCommit[]
  const places = index.places as Map<string, number>
  for (const commit of segment.commits) {
    places.set(commit.oid, commits.length)
    commits.push(commit)
  }
  return {
    groups: index.groups,
    commits,
    places,
    tips: segment.tips,
    formerPaths: [...new Set([...index.formerPaths, ...segment.formerPaths])],
  }
}
