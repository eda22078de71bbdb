import { RepositoryError, unless } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { commitsSince } from '../../git/revision.ts'

/** A merge of more commits counts as the writer itself. */
const MAX_COMMITS = 5000

/**
 * Returns the commits that a merge brought: ancestors of its other parents, or of `from` alone, that are not ancestors of
 * its first. Empty for other commits and for merges of more than some thousand commits. Throws RepositoryError for an
 * unreadable commit.
 */
export function mergedCommits(
  repository: Repository,
  merge: string,
  from?: string,
): ReadonlySet<string> {
  const { parents } = repository.readCommit(merge)
  const [first, ...others] = repository.isShallow(merge) ? [] : parents
  if (first === undefined || others.length === 0) return new Set()
  return commitsSince(repository, first, from === undefined ? others : [from], MAX_COMMITS)
}

/** Returns whether a commit is a merge; false if it cannot be read, since then its writers are unknown. */
export function isMerge(repository: Repository, commit: string): boolean {
  const parents = unless(() => repository.readCommit(commit).parents, RepositoryError)
  return parents !== undefined && parents.length > 1
}
