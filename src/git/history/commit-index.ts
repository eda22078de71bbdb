import type { PathPattern } from './path-matcher.ts'

/** The files of a component. */
export interface HistoryGroup {
  readonly name: string
  readonly patterns: readonly PathPattern[]
}

/** What a commit did to a file, compared with its first parent; a root commit is compared with the empty tree. */
export interface IndexedRow {
  readonly path: string
  /** Blob ids; `''` for no file. Equal when only the mode changed. */
  readonly old: string
  readonly new: string
  /** Of an added file: the path at which the commit removed the same blob; else `''`. */
  readonly from: string
}

/** A commit in the index. */
export interface IndexedCommit {
  readonly oid: string
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
  /** Their places in the index, in which parents come before children. */
  readonly parents: readonly number[]
  /** Whether a shallow clone ends here: without its parents the commit has no rows. */
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
  /** Paths outside of all patterns that a file was moved from: the index has their older rows, too. */
  readonly formerPaths: readonly string[]
}

/** What one extension adds. */
export type IndexSegment = Pick<CommitIndex, 'commits' | 'tips' | 'formerPaths'>

/** An index without commits. */
export function createIndex(groups: readonly HistoryGroup[]): CommitIndex {
  return { groups, commits: [], places: new Map(), tips: [], formerPaths: [] }
}

/** The index with what an extension adds. It shares its commits with the old one, which must not be used any more. */
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
