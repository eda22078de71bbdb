import type { Commit } from '../../../git/commit.ts'
import type { HistoryRow } from '../../../git/history/history.ts'
import type { Repository } from '../../../git/repository.ts'
import { groupByCommit } from './path-log.ts'

/** A commit and what it did to its first parent's files. */
export interface CommitRows {
  readonly commit: Commit
  readonly rows: readonly HistoryRow[]
}

/** Rows by their commit, in their order. Throws RepositoryError. */
export function readCommitRows(rows: Iterable<HistoryRow>, repository: Repository): CommitRows[] {
  return Array.from(groupByCommit(rows), (group) => ({
    commit: repository.readCommit(group[0]!.commit),
    rows: group,
  }))
}
