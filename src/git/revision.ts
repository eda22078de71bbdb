import { NotFoundError, RepositoryError } from '../errors.ts'
import { parseDate } from '../search/date.ts'
import type { Commit } from './commit.ts'
import { CommitQueue } from './commit-queue.ts'
import type { Repository } from './repository.ts'

/**
 * Splits a revision into the name of a branch, tag or commit, the date in `main@{2024-06-01}`, and any number of `~N`
 * and `^N`. `@` alone is `HEAD`, and `@2024-06-01` is short for `HEAD@{2024-06-01}`.
 */
export function parseRevision(revision: string) {
  const [, start = '', steps = ''] = /^(.*?)((?:[~^]\d*)*)$/s.exec(revision) ?? []
  const [, name, braced, short] = /^(?:(.*)@\{([^{}]*)\}|@(\d{4}-.*)|@)$/s.exec(start) ?? [
    '',
    start,
  ]
  return { name: name || (start === '' ? '' : 'HEAD'), date: braced ?? short, steps }
}

/**
 * Parses a range; an omitted side is `HEAD`. In `main...dev`, the base is the merge base, written `main...dev`
 * itself. Returns undefined for a single revision.
 */
export function parseRange(text: string) {
  const [, base, dots, head] = /^(.*?)(\.\.\.?)(.*)$/s.exec(text) ?? []
  if (dots === undefined) return undefined
  return { base: dots === '..' ? base || 'HEAD' : text, head: head || 'HEAD' }
}

/** Returns the names in a revision: two in `main...dev`. */
export function namesIn(revision: string): string[] {
  return revision.split(/\.\.\.?/).map((side) => parseRevision(side || 'HEAD').name)
}

/**
 * Resolves a branch, tag or commit id to a commit id. Supports the suffixes `~N` and `^N`
 * (https://git-scm.com/docs/gitrevisions), dates (`main@{2024-06-01}`, `@2024-06-01`, `@{2 weeks ago}`) and merge
 * bases (`main...dev`). Dates are compared with commit times, which are the same in every clone, not with the
 * reflog. Throws NotFoundError if there is no such commit, and RepositoryError if the clone's history ends before
 * it.
 */
export function resolveRevision(repository: Repository, revision: string): string {
  const whole = repository.resolve(revision)
  if (whole !== undefined) return whole
  const range = parseRange(revision)
  if (range?.base === revision) {
    const left = revision.slice(0, revision.indexOf('...')) || 'HEAD'
    const oidOf = (side: string) => resolveRevision(repository, side)
    return findMergeBase(repository, oidOf(left), oidOf(range.head))
  }
  if (range !== undefined) {
    throw new NotFoundError(
      `${revision}: expected one branch, tag or commit, found a range; name one of its sides`,
    )
  }
  const { name, date, steps } = parseRevision(revision)
  let oid = repository.resolve(name)
  if (oid === undefined) {
    const advice =
      name === 'HEAD' ? 'there is none yet on this branch' : 'fetch it first if it is on a remote'
    throw new NotFoundError(`${revision}: expected a branch, tag or commit; ${advice}`, {
      ref: name,
    })
  }
  if (date !== undefined) oid = commitAt(repository, oid, { date, shown: revision })
  for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g)) {
    const number = digits === '' ? 1 : Number(digits)
    const parents = kind === '~' ? Array<number>(Math.min(number, 1e6)).fill(1) : [number]
    for (const parent of parents) oid = parentOf(repository, oid, parent, revision)
  }
  return oid
}

/** Returns the newest commit along first parents, up to and including a date; a day ends at midnight UTC. */
function commitAt(
  repository: Repository,
  tip: string,
  { date, shown }: { readonly date: string; readonly shown: string },
): string {
  const value = parseDate(date, Date.now())
  if (value === undefined) {
    throw new NotFoundError(
      `${shown}: expected a date such as 2024-06-01, 2024-06-01T12:00Z or "2 weeks ago", found ${JSON.stringify(date)}; main~2 is two commits back`,
    )
  }
  const latest = value.kind === 'instant' ? value.time : value.end - 1
  let commit = repository.readCommit(tip)
  while (1000 * commit.committer.timestamp > latest) {
    const [parent] = commit.parents
    if (parent === undefined) {
      const since = new Date(1000 * commit.committer.timestamp).toISOString()
      throw new NotFoundError(`${shown}: its history begins only at ${since}`)
    }
    commit = repository.readCommit(parentOf(repository, commit.oid, 1, shown))
  }
  return commit.oid
}

function parentOf(repository: Repository, oid: string, number: number, shown: string): string {
  if (number === 0) return oid
  if (repository.isShallow(oid))
    throw new RepositoryError('incomplete', `${shown}: ${notEnoughHistory(oid)}`)
  const parent = repository.readCommit(oid).parents[number - 1]
  if (parent === undefined) throw new NotFoundError(`${shown}: commit ${oid} has no such parent`)
  return parent
}

/** Marks of commits that the two sides reach, and of those that a common commit reaches. */
const LEFT = 1
const RIGHT = 2
const COMMON = LEFT | RIGHT
const COVERED = 4

/**
 * Finds the best common commit of two histories, as `git merge-base` does: no descendant of it is common. Of several, it
 * returns the newest by time. Throws NotFoundError if there is none, and RepositoryError if a shallow clone ends before
 * it.
 */
export function findMergeBase(repository: Repository, left: string, right: string): string {
  const queue = new CommitQueue(repository)
  const marks = new Map<string, number>()
  function mark(oid: string, bits: number): void {
    const before = marks.get(oid) ?? 0
    if ((before | bits) === before) return
    marks.set(oid, before | bits)
    queue.add(oid)
  }
  mark(left, LEFT)
  mark(right, RIGHT)
  const isCovered = ({ oid }: Pick<Commit, 'oid'>) => ((marks.get(oid) ?? 0) & COVERED) !== 0
  const common = new Set<Commit>()
  let end: string | undefined
  // Times may be equal or wrong, so a commit that was visited early may turn out to be covered by a later one.
  while (common.size > 1 || queue.some((commit) => !isCovered(commit))) {
    const commit = queue.next()
    if (commit === undefined) break
    const { oid, parents } = commit
    const bits = marks.get(oid) ?? 0
    if (bits === COMMON) common.add(commit)
    const passed = (bits & COMMON) === COMMON ? COMMON | COVERED : bits
    if (repository.isShallow(oid)) end ??= oid
    else for (const parent of parents) mark(parent, passed)
  }
  const [best] = [...common]
    .filter((commit) => !isCovered(commit))
    .sort((a, b) => b.committer.timestamp - a.committer.timestamp)
  if (best !== undefined) return best.oid
  if (end !== undefined) throw new RepositoryError('incomplete', notEnoughHistory(end))
  throw new NotFoundError(`${left} and ${right}: expected a common history, found none`)
}

/**
 * Returns the commits behind some tips that are not behind a base, found as Git finds `base..tip`: newest first, until
 * every remaining commit is behind the base. None if the search visits more than `most`. Throws RepositoryError for an
 * unreadable commit.
 */
export function commitsSince(
  repository: Repository,
  base: string,
  tips: readonly string[],
  most: number = Infinity,
): ReadonlySet<string> {
  const queue = new CommitQueue(repository)
  const isBehind = new Map<string, boolean>()
  function add(oid: string, isBehindBase: boolean): void {
    const before = isBehind.get(oid)
    if (before === undefined || (isBehindBase && !before)) {
      isBehind.set(oid, isBehindBase)
      queue.add(oid)
    }
  }
  add(base, true)
  for (const tip of tips) add(tip, false)
  for (let seen = 0; queue.some(({ oid }) => isBehind.get(oid) === false); seen++) {
    if (seen > most) return new Set()
    const { oid, parents } = queue.next()!
    for (const parent of repository.isShallow(oid) ? [] : parents) {
      add(parent, isBehind.get(oid) === true)
    }
  }
  return new Set([...isBehind].flatMap(([oid, isBehindBase]) => (isBehindBase ? [] : [oid])))
}

function notEnoughHistory(oid: string): string {
  return `not enough history: this clone is shallow and ends at ${oid}; run git fetch --deepen=100, or git fetch --unshallow for all of it`
}
