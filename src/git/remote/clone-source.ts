import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '../../address.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { roomForClone } from '../data-size.ts'
import { missingBranch } from '../missing-branch.ts'
import { openRepository } from '../open.ts'
import { createRefs } from '../refs.ts'
import type { Repository } from '../repository.ts'
import { Source, type SourceOptions } from '../source.ts'
import {
  cloneName,
  clonesDir,
  createPartialClone,
  finishClone,
  isMaintenanceDue,
  markFetched,
  noteRefusal,
  packBytes,
  readFetchedAt,
  readRefusal,
  removeStaleFiles,
  writeCloneFile,
} from './clone-folder.ts'
import { type CloneParts, hasDamagedPack, isWhole, readParts } from './clone-parts.ts'
import {
  compareOtherRefs,
  DETACHED_REF,
  digestOf,
  groupByDepth,
  pickRefs,
  readHeads,
  removeRefs,
} from './clone-refs.ts'
import { isTooLarge } from './failure.ts'
import type { FetchedRef, FetchOptions, RemoteHeads } from './git-engine.ts'
import { DEFAULT_LIMITS, type RemoteLimits, tooLargeMessage } from './limits.ts'
import { Remote } from './remote.ts'
import { RemoteQueue } from './remote-queue.ts'
import { findGit } from './run-git.ts'

/** Minimum time between checks of all files, between repacks, and between attempts to fetch the other refs. */
const HOUR_MS = 3_600_000

/** Maintains a bare clone in the data folder: first of the wanted branches, later of all branches and tags. */
export class CloneSource extends Source {
  override readonly isLocal = false
  readonly #address: Address
  readonly #gitDir: string
  readonly #limits: RemoteLimits
  readonly #remoteQueue: RemoteQueue
  #parts: CloneParts = new Map()
  #remote: Remote | undefined
  #retryAt = 0
  #isDeepening = false
  /** A remote that is shallow itself is asked for more history only after this time. */
  #deepenAt = 0
  #isQuiet = false
  #maintainAt = 0
  #examineAt = 0
  #isSuspect = false

  constructor(address: Address, options: SourceOptions) {
    super(options)
    this.#address = address
    this.#gitDir = join(clonesDir(options.dataDir), cloneName(address.url))
    this.#limits = options.limits ?? DEFAULT_LIMITS
    this.#remoteQueue = options.remoteQueue ?? new RemoteQueue()
  }

  #openClone(): void {
    if (this.repository !== undefined || !existsSync(this.#gitDir)) return
    removeStaleFiles(this.#gitDir)
    const opened = openRepository({
      path: this.#gitDir,
      maxObjectBytes: this.options.maxObjectBytes,
    })
    try {
      const heads = readHeads(opened, this.options.branches)
      for (const oid of heads.values()) opened.readTree(opened.readCommit(oid).tree)
      // Git fetches nothing into a clone with damaged packed refs, not even refs that are loose files.
      createRefs(this.#gitDir, this.#gitDir).list('refs/heads/')
      this.heads = heads
    } catch (error) {
      opened.close()
      throw error
    }
    this.repository = opened
    this.fetchedAt = readFetchedAt(this.#gitDir)
    this.#parts = readParts(this.#gitDir)
  }

  #connect(): Remote {
    const { environment, onReceived } = this.options
    const options = { address: this.#address, environment, limits: this.#limits, onReceived }
    this.#remote ??= new Remote(options, this.#remoteQueue)
    return this.#remote
  }

  #report(what: string, rest = ''): void {
    this.options.onProgress?.(`${what} ${this.#address.url}${rest}`)
  }

  /** Lists the remote's refs in one request; `isAll` says whether the list includes other branches and tags. */
  async #list(isAll: boolean): Promise<{ offered: RemoteHeads; isAll: boolean }> {
    if (isAll && performance.now() >= this.#retryAt) {
      try {
        return { offered: await this.#connect().list('all'), isAll: true }
      } catch (error) {
        if (!isTooLarge(error)) throw error
        this.#postponeOthers(error)
      }
    }
    const names = this.options.branches.filter((branch) => branch !== '')
    return { offered: await this.#connect().list(names), isAll: false }
  }

  /** Only reports a failure to fetch other branches and tags, since the wanted branches can still be served. */
  #postponeOthers(error: unknown): void {
    this.#retryAt = performance.now() + HOUR_MS
    this.#report('fetching other branches and tags of', ` failed: ${String(error)}`)
  }

  /** Returns how many bytes may still arrive. Throws RepositoryError if there is no room. */
  #room(): number {
    const bytes = this.#limits.maxBytes - packBytes(this.#gitDir)
    if (bytes > 0) return bytes
    const message = `${this.#address.url}: ${tooLargeMessage(this.#limits.maxBytes)}`
    throw new RepositoryError('too-large', message)
  }

  async #clone(offered: RemoteHeads, refs: readonly FetchedRef[]): Promise<void> {
    const [missing = missingBranch(this.#address.url, '')] = this.branchErrors.values()
    if (refs.length === 0) throw missing
    const { dataDir, maxDataBytes = Number.POSITIVE_INFINITY } = this.options
    const room = await roomForClone(dataDir, maxDataBytes, this.#address.url)
    const maxBytes = Math.min(this.#limits.maxBytes, room)
    this.#report('cloning')
    const path = createPartialClone(this.#gitDir)
    try {
      await this.#connect().fetch({ gitDir: path, refs, depth: 'tip', maxBytes })
      writeHead(path, offered, this.options.branches)
      finishClone(path, this.#gitDir)
    } finally {
      rmSync(path, { recursive: true, force: true })
    }
    this.#openClone()
  }

  /** Fetches refs; on failure, restores the clone. */
  async #fetchInto(refs: readonly FetchedRef[], depth: FetchOptions['depth']): Promise<void> {
    if (refs.length === 0) return
    try {
      await this.#connect().fetch({ gitDir: this.#gitDir, refs, depth, maxBytes: this.#room() })
    } catch (error) {
      removeStaleFiles(this.#gitDir)
      throw error
    }
  }

  #isShallow(): boolean {
    return existsSync(join(this.#gitDir, 'shallow'))
  }

  async #update(opened: Repository, refs: readonly FetchedRef[]): Promise<void> {
    const groups = groupByDepth(refs, opened, this.#isShallow())
    try {
      await this.#fetchInto(groups.new, 'new')
    } catch (error) {
      if (!this.#isShallow() || !isTooLarge(error)) throw error
      // The remote rewrote the history that the clone has, so fetching new commits would fetch the whole new
      // history.
      await this.#fetchInto(groups.new, 'tip')
    }
    await this.#fetchInto(groups.tip, 'tip')
  }

  async #fetchOthers(offered: RemoteHeads): Promise<void> {
    if (this.#isShallow()) return
    try {
      const { changed, gone } = await compareOtherRefs(this.#gitDir, offered.oids)
      await removeRefs(this.#gitDir, gone)
      await this.#fetchInto(changed, 'others')
    } catch (error) {
      this.#postponeOthers(error)
    }
  }

  #isWhole(): boolean {
    return isWhole(this.#gitDir, this.#parts, this.options.branches)
  }

  async #isDamaged(): Promise<boolean> {
    if (!this.#isWhole()) return true
    if (!this.#isSuspect || performance.now() < this.#examineAt) return false
    this.#isSuspect = false
    this.#examineAt = performance.now() + HOUR_MS
    return hasDamagedPack(this.#gitDir)
  }

  protected override async fetchNow(): Promise<boolean> {
    this.isRepaired = false
    const { offered, isAll } = await this.#list(this.repository !== undefined && !this.#isShallow())
    const { branches } = this.options
    const { refs, missing } = pickRefs(offered, branches)
    const errorFor = (branch: string) => missingBranch(this.#address.url, branch)
    this.branchErrors = new Map(missing.map((branch) => [branch, errorFor(branch)]))
    const opened = this.repository
    let hasChanged = true
    if (opened === undefined) await this.#clone(offered, refs)
    else {
      if (await this.#isDamaged()) {
        // The damaged clone is served until the new one is complete.
        this.#report('cloning', ' again: its clone is damaged')
        await this.#clone(offered, refs)
        this.isRepaired = true
      } else {
        await this.#update(opened, refs)
        writeHead(this.#gitDir, offered, branches)
      }
      const heads = readHeads(opened, branches)
      hasChanged = this.isRepaired || [...heads].some(([name, oid]) => this.head(name) !== oid)
      this.heads = heads
      if (hasChanged) this.#deepenAt = 0
    }
    if (isAll) await this.#fetchOthers(offered)
    this.#parts = readParts(this.#gitDir)
    this.#isQuiet = !hasChanged
    this.offered = digestOf(offered)
    this.fetchedAt = Date.now()
    markFetched(this.#gitDir, this.fetchedAt)
    return hasChanged
  }

  protected override async openNow(): Promise<boolean> {
    try {
      this.#openClone()
    } catch (error) {
      // This call or the next fetch replaces the damaged clone.
      this.#report('cloning', ` again: ${String(error)}`)
    }
    const isComplete = this.options.branches.every((branch) => this.heads.has(branch))
    return isComplete || this.fetchNow()
  }

  /** Fetches missing history. Newer tips may arrive with it; the next fetch serves them and reports the change. */
  protected override async deepenNow(): Promise<boolean | undefined> {
    if (this.repository === undefined || !this.#isWhole()) return undefined
    if (!this.#isShallow() || performance.now() < this.#deepenAt) return false
    const hasGit = findGit(this.options.environment) !== undefined
    const { maxBytes, maxMemoryBytes, transferSeconds } = this.#limits
    // These decide whether a history is too large.
    const settings = JSON.stringify({ maxBytes, maxMemoryBytes, transferSeconds, hasGit })
    const refusal = readRefusal(this.#gitDir, settings)
    if (refusal !== undefined) throw refusal
    const { offered, isAll } = await this.#list(true)
    const { refs } = pickRefs(offered, this.options.branches)
    if (refs.length === 0) return undefined
    if (!this.#isDeepening) this.#report('fetching the history of')
    this.#isDeepening = true
    const start = performance.now()
    try {
      await this.#fetchInto(refs, 'all')
    } catch (error) {
      // A retry would fail in the same way. Timers may fire slightly early.
      const isTooLong = performance.now() - start > this.#limits.transferSeconds * 990
      if (error instanceof RepositoryError && (isTooLong || isTooLarge(error))) {
        noteRefusal(this.#gitDir, settings, error)
      }
      throw error
    }
    this.#deepenAt = this.#isShallow() ? performance.now() + HOUR_MS : 0
    if (isAll) await this.#fetchOthers(offered)
    this.#parts = readParts(this.#gitDir)
    return true
  }

  /** Repacks the clone if the last fetch brought nothing new. Only reports failures: the clone stays usable. */
  protected override async maintainNow(): Promise<void> {
    if (!this.#isQuiet || this.#isShallow() || performance.now() < this.#maintainAt) return
    if (!this.#isWhole() || !isMaintenanceDue(this.#gitDir)) return
    try {
      await this.#remoteQueue.runAlone(async () => {
        this.#maintainAt = performance.now() + HOUR_MS
        await this.#connect().maintain(this.#gitDir)
      })
      this.#parts = readParts(this.#gitDir)
    } catch (error) {
      removeStaleFiles(this.#gitDir)
      this.#report('repacking the clone of', ` failed: ${String(error)}`)
    }
  }

  override suspect(code: RepositoryErrorCode): void {
    if (code === 'damaged' || code === 'disk') this.#isSuspect = true
  }

  protected override async stop(): Promise<void> {
    await this.#remote?.close()
  }
}

/** Points the clone's HEAD to the same branch as the remote's HEAD, if that branch is served and still exists. */
function writeHead(gitDir: string, offered: RemoteHeads, branches: readonly string[]): void {
  if (!branches.includes('') || !offered.oids.has(offered.defaultRef ?? 'HEAD')) return
  const text = `ref: ${offered.defaultRef ?? DETACHED_REF}\n`
  if (readFileSync(join(gitDir, 'HEAD'), 'utf8') !== text) writeCloneFile(gitDir, 'HEAD', text)
}
