import { RepositoryError, unless } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import { CommitQueue } from '../../git/commit-queue.ts'
import type { Repository } from '../../git/repository.ts'

/** A merge of more commits counts as the writer itself. */
const MAX_COMMITS = 5000

/**
 * Returns the commits that a merge brought: ancestors of its other parents, or of `from` alone, that are not ancestors of
 * its first. Found as Git finds `A..B`: newest first, until every remaining commit is an ancestor of the first parent.
 * Empty for other commits and for merges of more than some thousand commits. Throws RepositoryError for an unreadable
 * commit.
 */
export function mergedCommits(
  repository: Repository,
  merge: string,
  from?: string,
): ReadonlySet<string> {
  const [first, ...others] = parentsOf(repository, repository.readCommit(merge))
  if (first === undefined || others.length === 0) return new Set()
  const queue = new CommitQueue(repository)
  const isKnown = new Map<string, boolean>()
  const add = (oid: string, isBehindFirst: boolean) => {
    const before = isKnown.get(oid)
    if (before === undefined || (isBehindFirst && !before)) {
      isKnown.set(oid, isBehindFirst)
      queue.add(oid)
    }
  }
  add(first, true)
  for (const parent of from === undefined ? others : [from]) add(parent, false)
  for (let seen = 0; queue.some(({ oid }) => isKnown.get(oid) === false); seen++) {
    if (seen > MAX_COMMITS) return new Set()
    const commit = queue.next()!
    for (const parent of parentsOf(repository, commit))
      add(parent, isKnown.get(commit.oid) === true)
  }
  return new Set([...isKnown].flatMap(([oid, isBehindFirst]) => (isBehindFirst ? [] : [oid])))
}

/** Returns whether a commit is a merge; false if it cannot be read, since then its writers are unknown. */
export function isMerge(repository: Repository, commit: string): boolean {
  const parents = unless(() => repository.readCommit(commit).parents, RepositoryError)
  return parents !== undefined && parents.length > 1
}

function parentsOf(repository: Repository, { oid, parents }: Commit): readonly string[] {
  return repository.isShallow(oid) ? [] : parents
}
