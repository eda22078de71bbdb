import { firstNotBefore } from '../binary-search.ts'
import type { Commit } from './commit.ts'
import type { Repository } from './repository.ts'

/** The commits that a walk has yet to visit. Its methods throw RepositoryError for unreadable commits. */
export class CommitQueue {
  readonly #repository: Repository
  /** Newest first. A walk adds mostly commits that are older than the others, at the end. */
  readonly #commits: Commit[] = []
  readonly #oids = new Set<string>()

  constructor(repository: Repository) {
    this.#repository = repository
  }

  add(oid: string): void {
    if (this.#oids.has(oid)) return
    this.#oids.add(oid)
    const commit = this.#repository.readCommit(oid)
    const isNewer = (index: number) =>
      this.#commits[index]!.committer.timestamp >= commit.committer.timestamp
    this.#commits.splice(firstNotBefore(this.#commits.length, isNewer), 0, commit)
  }

  /** Removes and returns the newest commit; among commits of the same time, the one added first. */
  next(): Commit | undefined {
    const first = this.#commits.shift()
    if (first !== undefined) this.#oids.delete(first.oid)
    return first
  }

  some(test: (commit: Commit) => boolean): boolean {
    return this.#commits.some(test)
  }
}
