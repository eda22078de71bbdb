import { CommitColumns } from './commit-columns.ts'
import type { PathPattern } from './path-groups.ts'

/** A component's files. */
export interface HistoryGroup {
  readonly name: string
  readonly patterns: readonly PathPattern[]
}

/** All commits reachable from the tips, with the changes of each group's files. Depends only on groups and tips. */
export interface CommitIndex {
  readonly groups: readonly HistoryGroup[]
  readonly commits: CommitColumns
  readonly tips: readonly string[]
  /** Paths outside all patterns from which a file was moved. The index includes their older rows. */
  readonly formerPaths: readonly string[]
}

/** The commits that one extension adds. Their parents are positions in the whole index. */
export type IndexSegment = Pick<CommitIndex, 'commits' | 'tips' | 'formerPaths'>

/** Returns an index without commits. */
export function createIndex(groups: readonly HistoryGroup[]): CommitIndex {
  return { groups, commits: new CommitColumns(), tips: [], formerPaths: [] }
}

/** Appends a segment to an index, which must not be used afterwards: the result takes over its commits. */
export function appendSegment(index: CommitIndex, segment: IndexSegment): CommitIndex {
  const { groups, commits } = index
  // Appends in place: adding a few commits must not copy all the others.
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
