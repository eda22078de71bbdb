import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { RepositoryError, unless } from '../../errors.ts'
import { createRefs } from '../refs.ts'
import type { Repository } from '../repository.ts'
import { readTextFile } from '../text-file.ts'
import { removeRef, writeCloneFile } from './clone-folder.ts'
import type { FetchedRef, RemoteHeads } from './git-engine.ts'

/** The clone's ref for a detached HEAD of the remote. */
export const DETACHED_REF = 'refs/remotes/origin/HEAD'

/** Returns the distinct refs to fetch, and the wanted branches that the remote lacks. */
export function pickRefs(offered: RemoteHeads, branches: readonly string[]) {
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
  return hash('sha256', [defaultRef, ...lines].join('\n'))
}

/** Groups the refs that differ from the clone's by the depth of their fetch. */
export function groupByDepth(refs: readonly FetchedRef[], opened: Repository, isShallow: boolean) {
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
  return unless(() => opened.resolve(ref), RepositoryError)
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

/** How many refs to read before yielding to other work. */
const REFS_PER_TURN = 200

/**
 * Compares the branches (as `refs/remotes/origin/NAME`) and tags of a clone with `offered`, the remote's full ref
 * names and object ids. `gone` holds full names in the clone. Rejects with RepositoryError if refs cannot be read.
 */
export async function compareOtherRefs(gitDir: string, offered: ReadonlyMap<string, string>) {
  const remoteRefs = new Map<string, FetchedRef>()
  for (const [remote, oid] of offered) {
    const local = remote.replace(/^refs\/heads\//, 'refs/remotes/origin/')
    if (remote !== 'HEAD' && local !== DETACHED_REF) remoteRefs.set(local, { remote, local, oid })
  }
  const refs = createRefs(gitDir, gitDir)
  const localRefs = new Map<string, string>()
  const names = [...refs.list('refs/remotes/origin/'), ...refs.list('refs/tags/')]
  for (const [index, name] of names.entries()) {
    if (index % REFS_PER_TURN === 0) await pause()
    const oid = refs.read(name)
    if (oid !== undefined && name !== DETACHED_REF) localRefs.set(name, oid)
  }
  return {
    changed: [...remoteRefs.values()].filter(({ local, oid }) => localRefs.get(local) !== oid),
    gone: [...localRefs.keys()].filter((name) => !remoteRefs.has(name)),
  }
}

export async function removeRefs(gitDir: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  removePacked(gitDir, new Set(names))
  for (const [index, name] of names.entries()) {
    if (index % REFS_PER_TURN === 0) await pause()
    removeRef(gitDir, name)
  }
}

/** Removes refs from `packed-refs`, with the `^` line of the tagged commit that may follow a tag. */
function removePacked(gitDir: string, names: ReadonlySet<string>): void {
  const text = readTextFile(join(gitDir, 'packed-refs'))
  if (text === undefined) return
  let isGone = false
  const remaining = text.split('\n').filter((line) => {
    if (!line.startsWith('^')) isGone = names.has(line.slice(41))
    return !isGone
  })
  if (remaining.join('\n') !== text) writeCloneFile(gitDir, 'packed-refs', remaining.join('\n'))
}
