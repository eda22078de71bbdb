import { createHash } from 'node:crypto'
import type { Repository } from '../repository.ts'
import { DETACHED_REF } from './other-refs.ts'
import type { FetchedRef, RemoteHeads } from './remote.ts'

/** Returns the distinct refs to fetch, and the wanted branches that the remote lacks. */
export function pickRefs(
  offered: RemoteHeads,
  branches: readonly string[],
): { refs: readonly FetchedRef[]; missing: readonly string[] } {
  const refs = new Map<string, FetchedRef>()
  const missing: string[] = []
  for (const branch of branches) {
    const remote = branch === '' ? (offered.defaultRef ?? 'HEAD') : `refs/heads/${branch}`
    const oid = offered.oids.get(remote)
    if (oid === undefined) missing.push(branch)
    else refs.set(remote, { remote, local: remote === 'HEAD' ? DETACHED_REF : remote, oid })
  }
  return { refs: [...refs.values()], missing }
}

/** Returns a fingerprint of all refs that a remote offers. */
export function digestOf({ defaultRef = '', oids }: RemoteHeads): string {
  const lines = Array.from(oids, ([name, oid]) => `${name} ${oid}`).sort()
  return createHash('sha256')
    .update([defaultRef, ...lines].join('\n'))
    .digest('hex')
}

/** Groups the refs that differ from the clone's by the depth of their fetch. */
export function groupByDepth(
  refs: readonly FetchedRef[],
  opened: Repository,
  isShallow: boolean,
): Readonly<Record<'new' | 'tip', readonly FetchedRef[]>> {
  const changed = refs.filter(({ local, oid }) => findCommit(opened, local) !== oid)
  // In a shallow clone, a new branch starts shallow too, since it may share no history with the others.
  const startsShallow = ({ local }: FetchedRef) =>
    isShallow && findCommit(opened, local) === undefined
  return {
    new: changed.filter((ref) => !startsShallow(ref)),
    tip: changed.filter(startsShallow),
  }
}

/** Returns the commit of a ref; undefined if the ref is missing or its commit never arrived. */
function findCommit(opened: Repository, ref: string): string | undefined {
  try {
    return opened.resolve(ref)
  } catch {
    return undefined
  }
}

/** Returns the commits of the wanted branches in a clone. */
export function readHeads(opened: Repository, branches: readonly string[]): Map<string, string> {
  const refs = new Map<string, string>()
  for (const branch of branches) {
    const oid = opened.resolve(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
    if (oid !== undefined) refs.set(branch, oid)
  }
  return refs
}
