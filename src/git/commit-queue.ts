import { firstNotBefore } from '../bisect.ts'
import type { Commit } from './commit.ts'
import type { Repository } from './repository.ts'

/** The commits that a walk has yet to visit. */
export interface CommitQueue {
  /** Adds a commit unless the queue already holds it. */
  add(oid: string): void
  /** Removes and returns the newest commit; among commits of the same time, the one added first. */
  next(): Commit | undefined
}

/** Returns an empty queue. Its methods throw RepositoryError for unreadable commits. */
export function createCommitQueue(repository: Repository): CommitQueue {
  /** Newest first. A walk adds mostly commits that are older than the others, at the end. */
  const commits: Commit[] = []
  const oids = new Set<string>()
  return {
    add(oid) {
      if (oids.has(oid)) return
      oids.add(oid)
      const commit = repository.readCommit(oid)
      const isNewer = (index: number) =>
        commits[index]!.committer.timestamp >= commit.committer.timestamp
      commits.splice(firstNotBefore(commits.length, isNewer), 0, commit)
    },
    next() {
      const first = commits.shift()
      if (first !== undefined) oids.delete(first.oid)
      return first
    },
  }
}
