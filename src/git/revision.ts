import { NotFoundError, RepositoryError } from '../errors.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { Repository } from './repository.ts'

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
  if (repository.isShallow(oid))
    throw new RepositoryError(`${shown}: ${notEnoughHistory(oid)}`, { code: 'incomplete' })
  const parent = repository.readCommit(oid).parents[number - 1]
  if (parent === undefined) throw new NotFoundError(`${shown}: commit ${oid} has no such parent`)
  return parent
}

/**
 * The newest commit, by time, that two histories share. Throws RepositoryError
 * where there is none, or where a shallow clone ends before it.
 */
export function findMergeBase(repository: Repository, one: string, other: string): string {
  const queue = createCommitQueue(repository)
  // Bits: 1 for commits behind the one, 2 for those behind the other.
  const sides = new Map<string, number>()
  function add(oid: string, side: number): void {
    const known = sides.get(oid) ?? 0
    if ((known | side) === known) return
    sides.set(oid, known | side)
    queue.add(oid)
  }
  add(one, 1)
  add(other, 2)
  let end: string | undefined
  for (let commit = queue.next(); commit !== undefined; commit = queue.next()) {
    const { oid, parents } = commit
    const side = sides.get(oid) ?? 0
    if (side === 3) return oid
    if (repository.isShallow(oid)) end ??= oid
    else for (const parent of parents) add(parent, side)
  }
  if (end !== undefined) throw new RepositoryError(notEnoughHistory(end), { code: 'incomplete' })
  throw new RepositoryError(`${one} and ${other}: expected a common history, found none`, {
    code: 'not-found',
  })
}

function notEnoughHistory(oid: string): string {
  return `not enough history: this clone is shallow and ends at ${oid}; git fetch --deepen=100 brings more, git fetch --unshallow all of it`
}
