import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { cloneName } from './address.ts'
import {
  clonesDir,
  createPartialClone,
  finishClone,
  markFetched,
  readFetchedAt,
  removeDebris,
  removePartialClones,
  writeRefFile,
} from './clone-folder.ts'
import { createRemote } from './engine.ts'
import { openRepository } from './open.ts'
import type { Look, Origin, OriginOptions } from './origin.ts'
import { compareOtherRefs, DETACHED_REF, removeRef } from './other-refs.ts'
import type { FetchedRef, Remote, RemoteHeads } from './remote.ts'
import type { Repository } from './repository.ts'

/** How long other branches and tags are left alone after they could not be had: a transfer may be large. */
const RETRY_MS = 3_600_000

/** A bare clone in the data folder: first of the wanted branches only, then of all branches and tags. */
export function createCloneOrigin(options: OriginOptions): Origin {
  const { address, branches } = options
  const name = cloneName(address.url)
  const gitDir = join(clonesDir(options.dataDir), name)
  let remote: Remote | undefined
  let repository: Repository | undefined
  let heads: ReadonlyMap<string, string> = new Map()
  let fetchedAt: number | undefined
  let retryAt = 0

  function open(path: string): Repository {
    return openRepository({ path, maxObjectBytes: options.maxObjectBytes })
  }

  function openClone(): void {
    if (repository !== undefined || !existsSync(gitDir)) return
    removeDebris(gitDir)
    const opened = open(gitDir)
    try {
      const found = readHeads(opened, branches)
      for (const oid of found.values()) opened.readTree(opened.readCommit(oid).tree)
      heads = found
    } catch (error) {
      opened.close()
      throw error
    }
    repository = opened
    fetchedAt = readFetchedAt(gitDir)
  }

  function list(): Promise<RemoteHeads> {
    remote ??= createRemote(options)
    return remote.list(branches.filter((branch) => branch !== ''))
  }

  async function clone(offered: RemoteHeads): Promise<void> {
    const { refs, missing } = pickRefs(offered, branches)
    if (refs.length === 0) throw noBranches(missing)
    options.onProgress(`cloning ${address.url}`)
    const path = createPartialClone(gitDir)
    try {
      await remote?.fetch({ gitDir: path, refs, depth: 'tip' })
      writeHead(path, offered, branches)
      finishClone(path, gitDir)
    } finally {
      rmSync(path, { recursive: true, force: true })
    }
    openClone()
  }

  async function update(opened: Repository, offered: RemoteHeads): Promise<boolean> {
    const { refs } = pickRefs(offered, branches)
    const isShallow = existsSync(join(gitDir, 'shallow'))
    const changed = refs.filter((ref) => opened.resolve(ref.local) !== ref.oid)
    const isKnown = (ref: FetchedRef): boolean => opened.resolve(ref.local) !== undefined
    // A branch that is new to a shallow clone starts shallow too: its history may share nothing.
    const groups = {
      new: changed.filter((ref) => !isShallow || isKnown(ref)),
      tip: changed.filter((ref) => isShallow && !isKnown(ref)),
    }
    try {
      for (const depth of ['new', 'tip'] as const) {
        const wanted = groups[depth]
        if (wanted.length > 0) await remote?.fetch({ gitDir, refs: wanted, depth })
      }
    } catch (error) {
      removeDebris(gitDir)
      throw error
    }
    writeHead(gitDir, offered, branches)
    const found = readHeads(opened, branches)
    const hasChanged = [...found].some(([branch, oid]) => heads.get(branch) !== oid)
    heads = found
    await fetchOthers()
    return hasChanged
  }

  /** Other branches and tags are worth less than what is served: without them it is served all the same. */
  async function fetchOthers(): Promise<void> {
    if (existsSync(join(gitDir, 'shallow')) || Date.now() < retryAt) return
    try {
      remote ??= createRemote(options)
      const { changed, gone } = await compareOtherRefs(gitDir, await remote.listAll())
      for (const name of gone) await removeRef(gitDir, name)
      if (changed.length > 0) await remote.fetchAll(gitDir, changed)
    } catch (error) {
      retryAt = Date.now() + RETRY_MS
      removeDebris(gitDir)
      options.onProgress(`other branches and tags of ${address.url}: ${String(error)}`)
    }
  }

  async function refresh(): Promise<Look> {
    const offered = await list()
    let hasChanged = true
    if (repository === undefined) await clone(offered)
    else hasChanged = await update(repository, offered)
    fetchedAt = Date.now()
    markFetched(gitDir, fetchedAt)
    const { missing } = pickRefs(offered, branches)
    return { hasChanged, error: missing.length > 0 ? noBranches(missing) : undefined }
  }

  function noBranches(missing: readonly string[]): RepositoryError {
    const names = missing.map((branch) => branch || '(default)')
    return new RepositoryError(`${address.url}: the remote has no branch ${names.join(', ')}`)
  }

  return {
    get repository() {
      return repository
    },
    get fetchedAt() {
      return fetchedAt
    },
    async open() {
      removePartialClones(options.dataDir, name)
      try {
        openClone()
      } catch (error) {
        // A damaged clone is worth nothing: it is replaced, by the next refresh if not by this one.
        options.onProgress(`cloning ${address.url} again: ${String(error)}`)
      }
      const isComplete = branches.every((branch) => heads.has(branch))
      return isComplete ? { hasChanged: true, error: undefined } : refresh()
    },
    refresh,
    async deepen() {
      if (repository === undefined || !existsSync(join(gitDir, 'shallow'))) return
      const { refs } = pickRefs(await list(), branches)
      if (refs.length === 0) return
      options.onProgress(`fetching the history of ${address.url}`)
      // It may bring newer tips; the next refresh serves them and says so.
      try {
        await remote?.fetch({ gitDir, refs, depth: 'all' })
      } catch (error) {
        removeDebris(gitDir)
        throw error
      }
      await fetchOthers()
    },
    head: (branch) => heads.get(branch),
    async close() {
      await remote?.close()
      repository?.close()
    },
  }
}

/** The refs to fetch, each once, and the wanted branches that the remote does not have. */
function pickRefs(
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

function readHeads(opened: Repository, branches: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const branch of branches) {
    const oid = opened.resolve(branch === '' ? 'HEAD' : `refs/heads/${branch}`)
    if (oid !== undefined) found.set(branch, oid)
  }
  return found
}

/** Lets the clone's HEAD point where the remote's does, when that is served and not gone. */
function writeHead(gitDir: string, offered: RemoteHeads, branches: readonly string[]): void {
  if (!branches.includes('') || !offered.oids.has(offered.defaultRef ?? 'HEAD')) return
  const path = join(gitDir, 'HEAD')
  const text = `ref: ${offered.defaultRef ?? DETACHED_REF}\n`
  if (readFileSync(path, 'utf8') !== text) writeRefFile(path, text)
}
