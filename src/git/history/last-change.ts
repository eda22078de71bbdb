import { once } from '../../cache.ts'
import type { Commit, LastChange } from '../commit.ts'
import { createCommitQueue } from '../commit-queue.ts'
import type { Repository } from '../repository.ts'
import { createFolderComparison } from './folder-comparison.ts'
import { createMatcher, literalPattern } from './path-matcher.ts'
import { createComparison } from './tree-diff.ts'

/** Paths that share one last change. */
export interface PathGroup {
  readonly name: string
  readonly paths: readonly string[]
}

/** The files, and the commit to start at. */
export interface LastChangesOptions {
  readonly repository: Repository
  /** Id of the commit to start at. */
  readonly tip: string
  readonly groups: readonly PathGroup[]
  /** What was found from other commits, by their ids: a search that comes to one of them ends there. */
  readonly known?: ReadonlyMap<string, ReadonlyMap<string, LastChange>> | undefined
}

/**
 * For each group the commit that `git log -1 TIP -- PATHS` names: a merge is followed to the first parent that it
 * agrees with. Groups without one are left out: no such file, or the history is cut off before the change. Throws
 * RepositoryError for unreadable objects.
 */
export function lastChanges(options: LastChangesOptions): Map<string, LastChange> {
  return new LastChangeSearch(options).find()
}

class LastChangeSearch {
  readonly #options: LastChangesOptions
  /** Of many paths it takes much memory, and where all is known nothing is compared. */
  readonly #comparison: () => ReturnType<typeof createComparison>
  readonly #queue: ReturnType<typeof createCommitQueue>
  /** The groups (by index) that are searched for from each commit in the queue on. */
  readonly #searches = new Map<string, Set<number>>()

  constructor(options: LastChangesOptions) {
    const { repository, groups } = options
    this.#options = options
    this.#queue = createCommitQueue(repository)
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

  /** Searches on for each group at the first parent in which its paths are the same; returns the groups without one. */
  #visit({ tree, parents }: Commit, searched: Set<number>): Set<number> {
    if (parents.length === 0) return this.#changedGroups(undefined, tree, searched)
    let left = searched
    for (const parent of parents) {
      const { tree: old } = this.#options.repository.readCommit(parent)
      const changed = this.#changedGroups(old, tree, left)
      // Not a copy: most commits change few of many paths.
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

/** What a commit says of what it changed. */
export function lastChangeOf({ oid, author, committer }: Commit): LastChange {
  return { commit: oid, author, timestamp: committer.timestamp }
}
