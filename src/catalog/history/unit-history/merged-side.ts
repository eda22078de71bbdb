import { RepositoryError } from '../../../errors.ts'
import type { Repository } from '../../../git/repository.ts'

/** A merge of more commits counts as the author itself. */
const MAX_COMMITS = 5000

/**
 * Returns the commits that a merge brought: ancestors of its other parents but not of its first. Found as Git finds
 * `A..B`: newest first, until every remaining commit is an ancestor of the first parent. Empty for other commits and
 * for merges of more than some thousand commits. Throws RepositoryError for an unreadable commit.
 */
export function mergedCommits(repository: Repository, merge: string): ReadonlySet<string> {
  const [first, ...others] = parentsOf(repository, merge)
  if (first === undefined || others.length === 0) return new Set()
  const queue = createQueue(repository)
  const isKnown = new Map<string, boolean>()
  const add = (oid: string, isBehindFirst: boolean) => {
    const before = isKnown.get(oid)
    if (before === undefined || (isBehindFirst && !before)) {
      isKnown.set(oid, isBehindFirst)
      queue.add(oid)
    }
  }
  add(first, true)
  for (const parent of others) add(parent, false)
  for (let seen = 0; queue.some((oid) => isKnown.get(oid) === false); seen++) {
    if (seen > MAX_COMMITS) return new Set()
    const oid = queue.next()
    if (oid === undefined) break
    for (const parent of parentsOf(repository, oid)) add(parent, isKnown.get(oid) === true)
  }
  return new Set([...isKnown].flatMap(([oid, isBehindFirst]) => (isBehindFirst ? [] : [oid])))
}

/** Returns whether a commit is a merge; false if it cannot be read, since then its writers are unknown. */
export function isMerge(repository: Repository, commit: string): boolean {
  try {
    return repository.readCommit(commit).parents.length > 1
  } catch (error) {
    if (error instanceof RepositoryError) return false
    throw error
  }
}

function parentsOf(repository: Repository, oid: string): readonly string[] {
  return repository.isShallow(oid) ? [] : repository.readCommit(oid).parents
}

interface Queue {
  add(oid: string): void
  /** Takes the newest. */
  next(): string | undefined
  some(test: (oid: string) => boolean): boolean
}

/** Holds as many commits as there are parallel lines of history. */
function createQueue(repository: Repository): Queue {
  const waiting: { readonly oid: string; readonly seconds: number }[] = []
  return {
    add(oid) {
      const seconds = repository.readCommit(oid).committer.timestamp
      const after = waiting.findIndex((commit) => commit.seconds > seconds)
      waiting.splice(after < 0 ? waiting.length : after, 0, { oid, seconds })
    },
    next: () => waiting.pop()?.oid,
    some: (test) => waiting.some(({ oid }) => test(oid)),
  }
}
