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

export interface LastChangesOptions {
  readonly repository: Repository
  readonly tip: string
  readonly groups: readonly PathGroup[]
  /** Results of earlier searches by their start commit: a search that reaches such a commit ends there. */
  readonly known?: ReadonlyMap<string, ReadonlyMap<string, LastChange>> | undefined
}

/**
 * Returns for each group the commit that `git log -1 TIP -- PATHS` names: at a merge, the search follows the first
 * parent whose paths are the same. Omits a group if its paths do not exist, or if the clone's history ends before
 * the change. Throws RepositoryError for unreadable objects.
 */
export function lastChanges(options: LastChangesOptions): Map<string, LastChange> {
  return new LastChangeSearch(options).find()
}

class LastChangeSearch {
  readonly #options: LastChangesOptions
  /** Created on first use: it takes much memory, and a search whose results are all known needs none. */
  readonly #comparison: () => ReturnType<typeof createComparison>
  readonly #queue: CommitQueue
  /** The groups (by index) to search from each queued commit. */
  readonly #searches = new Map<string, Set<number>>()

  constructor(options: LastChangesOptions) {
    const { repository, groups } = options
    this.#options = options
    this.#queue = new CommitQueue(repository)
    this.#comparison = once(() =>
      createComparison(
        createFolderComparison(repository),
        createMatcher(groups.map(({ paths }) => paths.map(literalPattern))),
      ),
    )
  }

  find(): Map<string, LastChange> {
    const { repository, tip, groups, known } = this.#options
    const changes = new Map<string, LastChange>()
    if (groups.length > 0) this.#search(tip, new Set(groups.keys()))
    for (let commit = this.#queue.next(); commit !== undefined; commit = this.#queue.next()) {
      const { oid } = commit
      const searched = this.#searches.get(oid) ?? new Set()
      this.#searches.delete(oid)
      for (const group of searched) {
        const { name } = groups[group]!
        const lastChange = known?.get(oid)?.get(name)
        if (lastChange === undefined) continue
        changes.set(name, lastChange)
        searched.delete(group)
      }
      if (searched.size === 0) continue
      const changed = repository.isShallow(oid) ? [] : this.#visit(commit, searched)
      const lastChange = lastChangeOf(commit)
      for (const group of changed) changes.set(groups[group]!.name, lastChange)
    }
    return changes
  }

  #search(oid: string, searched: Set<number>): void {
    const others = this.#searches.get(oid)
    if (others === undefined) {
      this.#searches.set(oid, searched)
      this.#queue.add(oid)
    } else for (const group of searched) others.add(group)
  }

  /**
   * Continues each group at the first parent whose paths are the same; returns the groups that have no such parent.
   */
  #visit({ tree, parents }: Commit, searched: Set<number>): Set<number> {
    if (parents.length === 0) return this.#changedGroups(undefined, tree, searched)
    let left = searched
    for (const parent of parents) {
      const { tree: old } = this.#options.repository.readCommit(parent)
      const changed = this.#changedGroups(old, tree, left)
      // Edited in place, since most commits change few of many paths.
      for (const group of changed) left.delete(group)
      if (left.size > 0) this.#search(parent, left)
      left = changed
      if (left.size === 0) break
    }
    return left
  }

  #changedGroups(old: string | undefined, next: string, searched: Set<number>): Set<number> {
    const changed = this.#comparison()(old, next).flatMap((change) => change.groups)
    return new Set(changed.filter((group) => searched.has(group)))
  }
}

function lastChangeOf({ oid, author, committer }: Commit): LastChange {
  return { commit: oid, author, timestamp: committer.timestamp }
}
