import { once } from '../../cache.ts'
import type { Commit, LastChange } from '../commit.ts'
import { CommitQueue } from '../commit-queue.ts'
import type { Repository } from '../repository.ts'
import { createFolderComparison } from './folder-comparison.ts'
import { createMatcher, literalPattern } from './path-matcher.ts'
import { createComparison } from './tree-diff.ts'

/** Paths that share one last change. */
export interface PathGroup {
  readonly name: string
  readonly paths: readonly string[]
}

/** Which files to search for, and where to start. */
export interface LastChangesOptions {
  readonly repository: Repository
  readonly tip: string
  readonly groups: readonly PathGroup[]
  /** Results of earlier searches by their start commit: a search that reaches such a commit ends there. */
  readonly earlierResults?: ReadonlyMap<string, ReadonlyMap<string, LastChange>> | undefined
}

/**
 * Returns for each group the commit that `git log -1 TIP -- PATHS` names: at a merge, the search follows the first
 * parent whose paths are the same. The time is that of the merge that brought the commit to the branch, if any. Omits
 * a group if its paths do not exist, or if the clone's history ends before the change. Throws RepositoryError for
 * unreadable objects.
 */
export function lastChanges({
  repository,
  tip,
  groups,
  earlierResults,
}: LastChangesOptions): Map<string, LastChange> {
  const changes = new Map<string, LastChange>()
  const queue = new CommitQueue(repository)
  /** The groups (by index) to search from each queued commit. */
  const searches = new Map<string, Set<number>>()
  /** Commit times of the merges that brought the changes of groups. */
  const mergedAt = new Map<number, number>()
  /** Created on first use: it takes much memory, and a search whose results are all known needs none. */
  const comparison = once(() =>
    createComparison(
      createFolderComparison(repository),
      createMatcher(groups.map(({ paths }) => paths.map(literalPattern))),
    ),
  )

  function search(oid: string, searched: Set<number>): void {
    const others = searches.get(oid)
    if (others === undefined) {
      searches.set(oid, searched)
      queue.add(oid)
    } else for (const group of searched) others.add(group)
  }

  function changedGroups(old: string | undefined, next: string, searched: Set<number>) {
    const changed = comparison()(old, next).flatMap((change) => change.groups)
    return new Set(changed.filter((group) => searched.has(group)))
  }

  /** Continues each group at the first parent whose paths are the same; returns the groups that have none. */
  function visit({ tree, parents, committer }: Commit, searched: Set<number>): Set<number> {
    if (parents.length === 0) return changedGroups(undefined, tree, searched)
    let left = searched
    for (const [index, parent] of parents.entries()) {
      const changed = changedGroups(repository.readCommit(parent).tree, tree, left)
      // Edited in place, since most commits change few of many paths.
      for (const group of changed) left.delete(group)
      // What comes from a second parent changed when the branch merged it, not within the merged side.
      for (const group of index > 0 ? left : []) {
        if (!mergedAt.has(group)) mergedAt.set(group, committer.timestamp)
      }
      if (left.size > 0) search(parent, left)
      left = changed
      if (left.size === 0) break
    }
    return left
  }

  function found(group: number, lastChange: LastChange): void {
    const timestamp = mergedAt.get(group) ?? lastChange.timestamp
    changes.set(groups[group]!.name, { ...lastChange, timestamp })
  }

  if (groups.length > 0) search(tip, new Set(groups.keys()))
  for (let commit = queue.next(); commit !== undefined; commit = queue.next()) {
    const { oid, author, committer } = commit
    const searched = searches.get(oid) ?? new Set()
    searches.delete(oid)
    for (const group of searched) {
      const lastChange = earlierResults?.get(oid)?.get(groups[group]!.name)
      if (lastChange === undefined) continue
      found(group, lastChange)
      searched.delete(group)
    }
    if (searched.size === 0 || repository.isShallow(oid)) continue
    const lastChange = { commit: oid, author, timestamp: committer.timestamp }
    for (const group of visit(commit, searched)) found(group, lastChange)
  }
  return changes
}
