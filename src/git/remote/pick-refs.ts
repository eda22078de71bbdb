import { createHash } from 'node:crypto'
import type { Repository } from '../repository.ts'
import { DETACHED_REF } from './other-refs.ts'
import type { FetchedRef, RemoteHeads } from './remote.ts'

/** The refs to fetch, each once, and the wanted branches that the remote does not have. */
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

/** Stands for all that a remote offers. */
export function digestOf({ defaultRef = '', oids }: RemoteHeads): string {
  const lines = Array.from(oids, ([name, oid]) => `${name} ${oid}`).sort()
  return createHash('sha256')
    .update([defaultRef, ...lines].join('\n'))
    .digest('hex')
}

/** The refs that differ from those of a clone, by the depth of their fetch. */
export function groupByDepth(
  refs: readonly FetchedRef[],
  { opened, isShallow }: { readonly opened: Repository; readonly isShallow: boolean },
): Readonly<Record<'new' | 'tip', readonly FetchedRef[]>> {
  const changed = refs.filter(({ local, oid }) => findCommit(opened, local) !== oid)
  // A branch that is new to a shallow clone starts shallow too: its history may share nothing.
  const startsShallow = ({ local }: FetchedRef) =>
    isShallow && findCommit(opened, local) === undefined
  return {
    new: changed.filter((ref) => !startsShallow(ref)),
    tip: changed.filter(startsShallow),
  }
}

/** The commit of a ref; undefined for no ref, and for one whose commit never arrived. */
function findCommit(opened: Repository, ref: string): string | undefined {
  try {
    return opened.resolve(ref)
  } catch {
    return undefined
  }
}

/** The commits of the wanted branches that a clone has. */
export function readHeads(opened: Repository, branches: readonly string[]): Map<string, string> {
  const refs = new Map<string, string>()
  for (const branch of branches) {
    const oid = opened.resolve(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
    if (oid !== undefined) refs.set(branch, oid)
  }
  return refs
}
