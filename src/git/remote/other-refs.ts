import { join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { createRefs } from '../refs.ts'
import { readTextFile } from '../text-file.ts'
import { removeRef, writeCloneFile } from './clone-folder.ts'
import type { FetchedRef } from './remote.ts'

/** The clone's ref for a detached HEAD of the remote. */
export const DETACHED_REF = 'refs/remotes/origin/HEAD'

/** How many refs to read before yielding to other work. */
const REFS_PER_TURN = 200

/** How a clone's branches and tags differ from its remote's. */
interface OtherRefs {
  readonly changed: readonly FetchedRef[]
  /** Full names in the clone. */
  readonly gone: readonly string[]
}

/**
 * Compares the branches (as `refs/remotes/origin/NAME`) and tags of a clone with `offered`, the remote's full ref
 * names and object ids. Rejects with RepositoryError if refs cannot be read.
 */
export async function compareOtherRefs(
  gitDir: string,
  offered: ReadonlyMap<string, string>,
): Promise<OtherRefs> {
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
