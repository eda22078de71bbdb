import fs, { readdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import { createRefs, isFullRefName } from '../refs.ts'
import type { FetchedRef, Remote } from './remote.ts'

/** The ref of a clone for a remote HEAD that is on no branch. */
export const DETACHED_REF = 'refs/remotes/origin/HEAD'

/** Read before others get a turn. */
const REFS_PER_TURN = 200

/** How a clone's branches and tags differ from its remote's. */
interface OtherRefs {
  readonly changed: readonly FetchedRef[]
  /** Full names in the clone. */
  readonly gone: readonly string[]
}

/**
 * Fetches all branches and tags of a remote into a clone with whole history, and removes those that the remote no longer
 * has. * Rejects with RepositoryError.
 */
export async function updateOtherRefs(gitDir: string, remote: Remote): Promise<void> {
  const { changed, gone } = await compareOtherRefs(gitDir, await remote.listAll())
  for (const name of gone) await removeRef(gitDir, name)
  if (changed.length > 0) await remote.fetchAll(gitDir, changed)
}

/**
 * Compares the branches (as `refs/remotes/origin/NAME`) and tags of a clone with those that its remote offers, full names
 * with the ids of their objects. Rejects with RepositoryError for refs that cannot be read.
 */
async function compareOtherRefs(
  gitDir: string,
  offered: ReadonlyMap<string, string>,
): Promise<OtherRefs> {
  const wanted = new Map<string, FetchedRef>()
  for (const [remote, oid] of offered) {
    const local = remote.replace(/^refs\/heads\//, 'refs/remotes/origin/')
    const isAllowed = isFullRefName(local) && local !== DETACHED_REF
    if (isAllowed) wanted.set(local, { remote, local, oid })
  }
  const refs = createRefs(gitDir, gitDir)
  const known = new Map<string, string>()
  const names = [...refs.list('refs/remotes/origin/'), ...refs.list('refs/tags/')]
  for (const [index, name] of names.entries()) {
    if (index % REFS_PER_TURN === 0) await pause()
    const oid = refs.read(name)
    if (oid !== undefined && name !== DETACHED_REF) known.set(name, oid)
  }
  return {
    changed: [...wanted.values()].filter(({ local, oid }) => known.get(local) !== oid),
    gone: [...known.keys()].filter((name) => !wanted.has(name)),
  }
}

/** Removes a ref, and the folders that it leaves empty: another ref may have their name. */
async function removeRef(gitDir: string, name: string): Promise<void> {
  // Loaded when needed: it takes longer than everything that a local repository needs.
  const { deleteRef } = await import('isomorphic-git')
  await deleteRef({ fs, gitdir: gitDir, ref: name })
  let folder = dirname(name)
  for (; folder.split('/').length > 2 && isEmpty(join(gitDir, folder)); folder = dirname(folder)) {
    rmdirSync(join(gitDir, folder))
  }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false // It does not exist: the ref was in `packed-refs`.
  }
}
