import { NotFoundError, RepositoryError } from '../errors.ts'
import { createCommitQueue } from './history/commit-queue.ts'
import type { Commit, Repository } from './repository.ts'

/**
 * Commit id of a branch, tag or commit id, with `~N` and `^N` behind it as Git knows them
 * (https://git-scm.com/docs/gitrevisions). Throws NotFoundError where there is no such commit, RepositoryError where the
 * history ends before it.
 */
export function resolveRevision(repository: Repository, revision: string): string {
  const [, name = '', steps = ''] = /^(.*?)((?:[~^]\d*)*)$/s.exec(revision) ?? []
  let oid = repository.resolve(name)
  if (oid === undefined) {
    throw new NotFoundError(
      `${revision}: expected a branch, tag or commit; fetch it first if it is on a remote`,
    )
  }
  for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g)) {
    const number = digits === '' ? 1 : Number(digits)
    const parents = kind === '~' ? Array<number>(Math.min(number, 1e6)).fill(1) : [number]
    for (const parent of parents) oid = parentOf(repository, oid, parent, revision)
  }
  return oid
}

function parentOf(repository: Repository, oid: string, number: number, shown: string): string {
  if (number === 0) return oid
  if (repository.isShallow(oid)) throw new RepositoryError(`${shown}: ${notEnoughHistory(oid)}`)
  const parent = repository.readCommit(oid).parents[number - 1]
  if (parent === undefined) throw new NotFoundError(`${shown}: commit ${oid} has no such parent`)
  return parent
}

/**
 * The commit where two histories parted: the newest one that both have, by the times of commits. Throws RepositoryError
 * where there is none, or where a shallow clone ends before it.
 */
export function findMergeBase(repository: Repository, one: string, other: string): string {
  const commits: Commit[] = []
  const indexes = new Map<string, number>()
  const sides: number[] = []
  // A commit waits again when it turns out to be on the other side too; its sides are part of its place.
  const queue = createCommitQueue((place) => commits[place >> 2]?.committer.timestamp ?? 0)
  function add(oid: string, side: number): void {
    let index = indexes.get(oid)
    if (index === undefined) {
      index = commits.push(repository.readCommit(oid)) - 1
      indexes.set(oid, index)
    }
    sides[index] = (sides[index] ?? 0) | side
    queue.add(index * 4 + (sides[index] ?? 0))
  }
  add(one, 1)
  add(other, 2)
  let end: string | undefined
  for (let place = queue.next(); place !== undefined; place = queue.next()) {
    const index = place >> 2
    const commit = commits[index] as Commit
    const side = sides[index] ?? 0
    if (side === 3) return commit.oid
    if (repository.isShallow(commit.oid)) end ??= commit.oid
    else for (const parent of commit.parents) add(parent, side)
  }
  if (end !== undefined) throw new RepositoryError(notEnoughHistory(end))
  throw new RepositoryError(`${one} and ${other}: expected a common history, found none`)
}

function notEnoughHistory(oid: string): string {
  return `not enough history: this clone is shallow and ends at ${oid}; git fetch --deepen=100 brings more, git fetch --unshallow all of it`
}
