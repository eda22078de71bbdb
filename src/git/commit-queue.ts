import type { Commit } from './commit.ts'
import type { Repository } from './repository.ts'

/** Commits that a walk has still to visit. */
export interface CommitQueue {
  /** Adds a commit, unless it is in the queue already. */
  add(oid: string): void
  /** Takes the newest commit; of several with the same time, the one that was added first. */
  next(): Commit | undefined
}

/** An empty queue. Its methods throw RepositoryError for unreadable commits. */
export function createCommitQueue(repository: Repository): CommitQueue {
  // Oldest first. They are few (one for each line of history), and most are added near the end.
  const commits: Commit[] = []
  return {
    add(oid) {
      const commit = repository.readCommit(oid)
      const { timestamp } = commit.committer
      let at = commits.length
      for (; at > 0 && commits[at - 1]!.committer.timestamp >= timestamp; at--) {
        if (commits[at - 1]!.oid === oid) return
      }
      commits.splice(at, 0, commit)
    },
    next: () => commits.pop(),
  }
}
