import { CommitColumns } from './commit-columns.ts'
import type { PathPattern } from './path-matcher.ts'

/** The files of a component. */
export interface HistoryGroup {
  readonly name: string
  readonly patterns: readonly PathPattern[]
}

/** All commits behind some tips, with the rows of some groups: a pure function of both. */
export interface CommitIndex {
  readonly groups: readonly HistoryGroup[]
  readonly commits: CommitColumns
  readonly tips: readonly string[]
  /** Paths outside of all patterns that a file was moved from: the index has their older rows, too. */
  readonly formerPaths: readonly string[]
}

/** What one extension adds. Parents of its commits are places in the index. */
export type IndexSegment = Pick<CommitIndex, 'commits' | 'tips' | 'formerPaths'>

/** An index without commits. */
export function createIndex(groups: readonly HistoryGroup[]): CommitIndex {
  return { groups, commits: new CommitColumns(), tips: [], formerPaths: [] }
}

/** The index with what an extension adds. It shares its commits with the old one, which must not be used any more. */
export function appendSegment(index: CommitIndex, segment: IndexSegment): CommitIndex {
  const { groups, commits } = index
  // Added in place: an extension by a few commits must not copy all others.
  for (let place = 0; place < segment.commits.length; place++) {
    commits.add(segment.commits.at(place))
  }
  return {
    groups,
    commits,
    tips: segment.tips,
    formerPaths: [...new Set([...index.formerPaths, ...segment.formerPaths])],
  }
}
