import type { Person, Repository } from '../repository.ts'
import { createMatcher, literalPattern } from './path-matcher.ts'
import { type CompareTrees, createComparison, createFolderComparison } from './tree-diff.ts'

/** Paths that are asked for together. */
export interface PathGroup {
  readonly name: string
  readonly paths: readonly string[]
}

/** The newest commit that changed a path of a group. */
export interface LastChange {
  readonly commit: string
  readonly author: Person
  /** When it was committed, in seconds since 1970. */
  readonly timestamp: number
}

/** Which files are looked for, and from where on. */
export interface LastChangesOptions {
  readonly repository: Repository
  /** Id of the commit to start at. */
  readonly tip: string
  readonly groups: readonly PathGroup[]
  /** What an earlier call found for the same groups at an ancestor: the search ends there. */
  readonly known?: { readonly tip: string; readonly touches: ReadonlyMap<string, LastChange> }
}

/** Groups (by index) whose search has come to a commit. */
interface Stop {
  readonly oid: string
  readonly timestamp: number
  readonly groups: Set<number>
}

/**
 * For each group the commit that `git log -1 TIP -- PATHS` names: a merge is followed to the first parent that it agrees
 * with. Groups without one are left out: no such file, or the history that is there ends before it was changed.
 * Yields after each commit, so that the caller can give others a turn. Throws RepositoryError for unreadable objects.
 */
export function* lastChanges(
  options: LastChangesOptions,
): Generator<void, Map<string, LastChange>, undefined> {
  const { repository, groups, known } = options
  const compare = createComparison(
    createFolderComparison(repository),
    createMatcher(groups.map(({ paths }) => paths.map(literalPattern))),
  )
  const found = new Map<string, LastChange>()
  const queue = createQueue(repository)
  queue.add(
    options.tip,
    groups.map((_, index) => index),
  )
  for (let stop = queue.next(); stop !== undefined; stop = queue.next()) {
    if (stop.oid === known?.tip) {
      for (const group of stop.groups) {
        const name = groups[group]!.name
        const touch = known.touches.get(name)
        if (touch !== undefined) found.set(name, touch)
      }
    } else if (!repository.isShallow(stop.oid)) {
      for (const group of pass({ repository, compare, queue, stop })) {
        const { author, committer } = repository.readCommit(stop.oid)
        const touch = { commit: stop.oid, author, timestamp: committer.timestamp }
        found.set(groups[group]!.name, touch)
      }
    }
    yield
  }
  return found
}

/** Hands each group on to the first parent in which its paths are the same; returns those that found their commit. */
function pass({
  repository,
  compare,
  queue,
  stop,
}: {
  repository: Repository
  compare: CompareTrees
  queue: Queue
  stop: Stop
}): Iterable<number> {
  const { tree, parents } = repository.readCommit(stop.oid)
  let waiting = stop.groups
  for (const parent of parents) {
    const changed = new Set<number>()
    for (const change of compare(repository.readCommit(parent).tree, tree)) {
      for (const group of change.groups) if (waiting.has(group)) changed.add(group)
    }
    queue.add(
      parent,
      [...waiting].filter((group) => !changed.has(group)),
    )
    waiting = changed
    if (waiting.size === 0) return []
  }
  if (parents.length > 0) return waiting
  const first = new Set(compare(undefined, tree).flatMap((change) => change.groups))
  return [...waiting].filter((group) => first.has(group))
}

interface Queue {
  add(oid: string, groups: readonly number[]): void
  /** Takes the newest commit. */
  next(): Stop | undefined
}

/** Groups come together again where they can: the newest commit goes first. */
function createQueue(repository: Repository): Queue {
  // Few at a time: one for each line of history that some group is on.
  const stops: Stop[] = []
  return {
    add(oid, groups) {
      if (groups.length === 0) return
      const stop = stops.find((one) => one.oid === oid)
      if (stop !== undefined) {
        for (const group of groups) stop.groups.add(group)
        return
      }
      const { timestamp } = repository.readCommit(oid).committer
      const position = stops.findIndex((one) => one.timestamp > timestamp)
      const at = position < 0 ? stops.length : position
      stops.splice(at, 0, { oid, timestamp, groups: new Set(groups) })
    },
    next: () => stops.pop(),
  }
}
