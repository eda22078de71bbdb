import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import { roomForClone } from '../data-size.ts'
import { missingBranch } from '../missing-branch.ts'
import { openRepository } from '../open.ts'
import { createRefs } from '../refs.ts'
import type { Repository } from '../repository.ts'
import type { Fetcher, Served, SourceOptions } from '../source.ts'
import {
  cloneName,
  clonesDir,
  createPartialClone,
  finishClone,
  isMaintenanceDue,
  markFetched,
  packBytes,
  readFetchedAt,
  removePartialClones,
  removeStaleFiles,
  writeCloneFile,
} from './clone-folder.ts'
import { createCloneParts } from './clone-parts.ts'
import { createRemote } from './create-remote.ts'
import { hasDamagedPack } from './damaged-packs.ts'
import { isTooLarge } from './failure.ts'
import { DEFAULT_LIMITS, tooLargeMessage } from './limits.ts'
import { compareOtherRefs, DETACHED_REF, removeRefs } from './other-refs.ts'
import { digestOf, groupByDepth, pickRefs, readHeads } from './pick-refs.ts'
import { noteRefusal, readRefusal } from './refused-history.ts'
import type { FetchedRef, FetchOptions, Remote, RemoteHeads } from './remote.ts'
import { createRemoteQueue } from './remote-queue.ts'
import { findGit } from './run-git.ts'

/** After a failure, other branches and tags are fetched again no sooner: a transfer may be large. */
const RETRY_MS = 3_600_000
/** Between two times that the files of a clone are examined, which reads all of them. */
const EXAMINE_MS = 3_600_000
/** Between two times that a clone is packed anew. */
const MAINTAIN_MS = 3_600_000

/**
 * A bare clone in the data folder: first of the wanted branches only, then of all branches and tags. It is long because
 * its functions share the clone's state.
 */
export function createCloneFetcher(
  address: Address,
  options: SourceOptions,
  served: Served,
): Fetcher {
  const { branches, onProgress = () => {} } = options
  const name = cloneName(address.url)
  const gitDir = join(clonesDir(options.dataDir), name)
  const { limits = DEFAULT_LIMITS } = options
  const remoteQueue = options.remoteQueue ?? createRemoteQueue()
  let remote: Remote | undefined
  let retryAt = 0
  let isDeepening = false
  /** Whether the clone has all that the remote has, which is shallow itself. */
  let isDeepest = false
  let isQuiet = false
  let maintainAt = 0
  let examineAt = 0
  let isDoubted = false
  const parts = createCloneParts(gitDir)

  function openClone(): void {
    if (served.repository !== undefined || !existsSync(gitDir)) return
    removeStaleFiles(gitDir)
    const opened = openRepository({ path: gitDir, maxObjectBytes: options.maxObjectBytes })
    try {
      const found = readHeads(opened, branches)
      for (const oid of found.values()) opened.readTree(opened.readCommit(oid).tree)
      // Git fetches nothing into a clone whose packed refs are damaged, not even into refs of their own files.
      createRefs(gitDir, gitDir).list('refs/heads/')
      served.heads = found
    } catch (error) {
      opened.close()
      throw error
    }
    served.repository = opened
    served.fetchedAt = readFetchedAt(gitDir)
    parts.remember()
  }

  function connect(): Remote {
    const { environment } = options
    remote ??= createRemote({ address, environment, limits }, remoteQueue)
    return remote
  }

  /** What the remote offers, in one request: `isAll` tells whether other branches and tags are listed, too. */
  async function list(isAll: boolean): Promise<{ offered: RemoteHeads; isAll: boolean }> {
    if (isAll && performance.now() >= retryAt) {
      try {
        return { offered: await connect().list('all'), isAll: true }
      } catch (error) {
        if (!isTooLarge(error)) throw error
        postponeOthers(error)
      }
    }
    const names = branches.filter((branch) => branch !== '')
    return { offered: await connect().list(names), isAll: false }
  }

  /** A failure with other branches and tags is only reported: the wanted branches are served all the same. */
  function postponeOthers(error: unknown): void {
    retryAt = performance.now() + RETRY_MS
    onProgress(`other branches and tags of ${address.url}: ${String(error)}`)
  }

  async function findRoom(): Promise<number> {
    const { maxDataBytes } = options
    if (maxDataBytes === undefined) return limits.maxBytes
    try {
      return await roomForClone(options.dataDir, maxDataBytes)
    } catch (cause) {
      if (!(cause instanceof RepositoryError)) throw cause
      const message = `${address.url}: ${cause.message}`
      throw new RepositoryError(message, { code: cause.code, cause })
    }
  }

  /** How many bytes may still arrive. Throws RepositoryError when there is no room. */
  function room(): number {
    const bytes = limits.maxBytes - packBytes(gitDir)
    if (bytes > 0) return bytes
    const message = `${address.url}: ${tooLargeMessage(limits.maxBytes)}`
    throw new RepositoryError(message, { code: 'too-large' })
  }

  async function clone(offered: RemoteHeads): Promise<void> {
    const { refs, missing } = pickRefs(offered, branches)
    if (refs.length === 0) throw missingBranch(address.url, missing[0] ?? '')
    const maxBytes = Math.min(limits.maxBytes, await findRoom())
    onProgress(`cloning ${address.url}`)
    const path = createPartialClone(gitDir)
    try {
      await connect().fetch({ gitDir: path, refs, depth: 'tip', maxBytes })
      writeHead(path, offered, branches)
      finishClone(path, gitDir)
    } finally {
      rmSync(path, { recursive: true, force: true })
    }
    openClone()
  }

  /** Leaves the clone as it was when it fails. */
  async function fetchInto(
    refs: readonly FetchedRef[],
    depth: FetchOptions['depth'],
  ): Promise<void> {
    if (refs.length === 0) return
    try {
      await connect().fetch({ gitDir, refs, depth, maxBytes: room() })
    } catch (error) {
      removeStaleFiles(gitDir)
      throw error
    }
  }

  function isShallow(): boolean {
    return existsSync(join(gitDir, 'shallow'))
  }

  async function update(opened: Repository, offered: RemoteHeads): Promise<boolean> {
    const { refs } = pickRefs(offered, branches)
    const groups = groupByDepth(refs, { opened, isShallow: isShallow() })
    try {
      await fetchInto(groups.new, 'new')
    } catch (error) {
      if (!isShallow() || !isTooLarge(error)) throw error
      // The remote was rewritten before the clone's oldest commit: what is new is a whole history.
      await fetchInto(groups.new, 'tip')
    }
    await fetchInto(groups.tip, 'tip')
    writeHead(gitDir, offered, branches)
    const found = readHeads(opened, branches)
    const hasChanged = [...found].some(([branch, oid]) => served.heads.get(branch) !== oid)
    served.heads = found
    if (hasChanged) isDeepest = false
    return hasChanged
  }

  async function fetchOthers(offered: RemoteHeads): Promise<void> {
    if (isShallow()) return
    try {
      const { changed, gone } = await compareOtherRefs(gitDir, offered.oids)
      await removeRefs(gitDir, gone)
      if (changed.length > 0) {
        await connect().fetchAll({ gitDir, refs: changed, maxBytes: room() })
      }
    } catch (error) {
      removeStaleFiles(gitDir)
      postponeOthers(error)
    }
  }

  async function isDamaged(): Promise<boolean> {
    if (!parts.isWhole(branches)) return true
    if (!isDoubted || performance.now() < examineAt) return false
    isDoubted = false
    examineAt = performance.now() + EXAMINE_MS
    return hasDamagedPack(gitDir)
  }

  /** What is served stays until the new clone is there. */
  async function cloneAgain(opened: Repository, offered: RemoteHeads): Promise<void> {
    onProgress(`cloning ${address.url} again: its clone is damaged`)
    await clone(offered)
    served.heads = readHeads(opened, branches)
    served.isRepaired = true
    isDeepest = false
  }

  async function fetch(): Promise<boolean> {
    served.isRepaired = false
    const { offered, isAll } = await list(served.repository !== undefined && !isShallow())
    served.branchErrors = findMissing(offered)
    let hasChanged = true
    if (served.repository === undefined) await clone(offered)
    else if (await isDamaged()) await cloneAgain(served.repository, offered)
    else hasChanged = await update(served.repository, offered)
    if (isAll) await fetchOthers(offered)
    parts.remember()
    isQuiet = !hasChanged
    served.offered = digestOf(offered)
    served.fetchedAt = Date.now()
    markFetched(gitDir, served.fetchedAt)
    return hasChanged
  }

  function findMissing(offered: RemoteHeads): ReadonlyMap<string, RepositoryError> {
    const { missing } = pickRefs(offered, branches)
    return new Map(missing.map((branch) => [branch, missingBranch(address.url, branch)]))
  }

  async function open(): Promise<boolean> {
    removePartialClones(options.dataDir, name)
    try {
      openClone()
    } catch (error) {
      // A damaged clone is replaced, by the next fetch if not by this one.
      onProgress(`cloning ${address.url} again: ${String(error)}`)
    }
    const isComplete = branches.every((branch) => served.heads.has(branch))
    return isComplete || fetch()
  }

  /** It may bring newer tips; the next fetch serves them and says so. */
  async function deepen(): Promise<boolean | undefined> {
    if (served.repository === undefined || !parts.isWhole(branches)) return undefined
    if (!isShallow() || isDeepest) return false
    const settings = { limits, hasGit: findGit(options.environment) !== undefined }
    const refusal = readRefusal(gitDir, settings)
    if (refusal !== undefined) throw refusal
    const { offered, isAll } = await list(true)
    const { refs } = pickRefs(offered, branches)
    if (refs.length === 0) return undefined
    if (!isDeepening) onProgress(`fetching the history of ${address.url}`)
    isDeepening = true
    const start = performance.now()
    try {
      await fetchInto(refs, 'all')
    } catch (error) {
      noteRefusal(gitDir, settings, { error, milliseconds: performance.now() - start })
      throw error
    }
    isDeepest = isShallow()
    if (isAll) await fetchOthers(offered)
    parts.remember()
    return true
  }

  /** While nothing new arrives. A failure is only reported: the clone is as good as before. */
  async function maintain(): Promise<void> {
    if (!isQuiet || isShallow() || performance.now() < maintainAt) return
    if (!parts.isWhole(branches) || !isMaintenanceDue(gitDir)) return
    try {
      await remoteQueue.runAlone(async () => {
        maintainAt = performance.now() + MAINTAIN_MS
        await connect().maintain?.(gitDir)
      })
    } catch (error) {
      removeStaleFiles(gitDir)
      onProgress(`packing the clone of ${address.url} anew: ${String(error)}`)
    }
    parts.remember()
  }

  function doubt(): void {
    isDoubted = true
  }

  return {
    isLocal: false,
    open,
    fetch,
    deepen,
    doubt,
    maintain,
    close: async () => remote?.close(),
  }
}

/** Points the clone's HEAD where the remote's points, if that branch is served and still exists. */
function writeHead(gitDir: string, offered: RemoteHeads, branches: readonly string[]): void {
  if (!branches.includes('') || !offered.oids.has(offered.defaultRef ?? 'HEAD')) return
  const text = `ref: ${offered.defaultRef ?? DETACHED_REF}\n`
  if (readFileSync(join(gitDir, 'HEAD'), 'utf8') !== text) writeCloneFile(gitDir, 'HEAD', text)
}
