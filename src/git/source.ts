import { messageOf, RepositoryError, type RepositoryErrorCode } from '../errors.ts'
import type { Environment } from './git-config.ts'
import { explainFailure } from './remote/failure.ts'
import type { RemoteLimits } from './remote/limits.ts'
import type { RemoteQueue } from './remote/remote-queue.ts'
import type { Repository } from './repository.ts'

/** A repository as components name it, and the settings for reading it. */
export interface SourceOptions {
  /** Address or path; may hold credentials. */
  readonly url: string
  /** Short names; `''` is the remote's default branch. Read anew for each fetch, since they may change. */
  readonly branches: readonly string[]
  /** Owned by this process (see `lockDataDir`), with one source per address. */
  readonly dataDir: string
  /** Size limit of the data folder, beyond which nothing is cloned (default: no limit). */
  readonly maxDataBytes?: number
  readonly maxObjectBytes: number
  /** Read anew for each fetch too. */
  readonly limits?: RemoteLimits
  /** Shared by all sources; by default, a source waits for no other. */
  readonly remoteQueue?: RemoteQueue
  /**
   * Whether to serve a local repository's files on disk (as `WORK_TREE_OID`) instead of its branches (default: no).
   */
  readonly fromWorkTree?: boolean
  /** Provides credentials, PATH and proxies. */
  readonly environment: Environment
  readonly onProgress?: (message: string) => void
  /** Called during a fetch with how far it is: `4.2 MiB`, or what git counts. */
  readonly onReceived?: (received: string) => void
}

/**
 * One repository, read in place or cloned, and kept up to date. Its public methods run one at a time and never
 * reject; `error` holds the failure. Only subclasses write to its fields.
 */
export abstract class Source {
  abstract readonly isLocal: boolean
  protected readonly options: SourceOptions
  /** Undefined until the first success; the same object from then on. */
  repository: Repository | undefined
  /** How many fetches of tips have failed since the last success. */
  failures = 0
  /** When the last fetch succeeded, in milliseconds since 1970; survives restarts. */
  fetchedAt: number | undefined
  /** Whether the last fetch replaced a damaged clone, so that a failed read may succeed now. */
  isRepaired = false
  /** Fingerprint of the refs advertised at the last fetch; undefined before it, and for repositories read in place. */
  offered: string | undefined
  /** Commit ids by branch. */
  protected heads: ReadonlyMap<string, string> = new Map()
  /** Branches that were missing or could not be read at the last fetch. */
  protected branchErrors: ReadonlyMap<string, RepositoryError> = new Map()
  /** By what a fetch transfers: fetching tips may succeed while fetching history fails. */
  readonly #errors: { tips?: RepositoryError | undefined; history?: RepositoryError | undefined } =
    {}
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: SourceOptions) {
    this.options = options
  }

  /** The operations of subclasses. They may reject, and resolve to whether something changed. */
  protected abstract fetchNow(): Promise<boolean>

  protected openNow(): Promise<boolean> {
    return this.fetchNow()
  }

  /** Resolves to undefined if there is no clone yet. */
  protected async deepenNow(): Promise<boolean | undefined> {
    return false
  }

  /** Must not reject. */
  protected async maintainNow(): Promise<void> {}

  protected async stop(): Promise<void> {}

  /** Why the last fetch failed, or else the last deepening. Never holds credentials. */
  get error(): RepositoryError | undefined {
    return this.#errors.tips ?? this.#errors.history
  }

  /** Returns the problem of a branch (`''`: the default): that it is missing while others are served, or `error`. */
  errorOf(branch: string): RepositoryError | undefined {
    const { error } = this
    return error === undefined || error.code === 'no-branch' ? this.branchErrors.get(branch) : error
  }

  /** Opens the clone, using the network only if a branch is missing in it; without a clone, clones the tips. */
  open(): Promise<unknown> {
    return this.#fetch(() => this.openNow(), 'tips')
  }

  /** Fetches. Resolves to whether a head changed. */
  refresh(): Promise<boolean> {
    return this.#fetch(() => this.fetchNow(), 'tips')
  }

  /** Fetches the history that the first clone omitted, if any is missing. Resolves to whether history arrived. */
  deepen(): Promise<boolean> {
    return this.#fetch(() => this.deepenNow(), 'history')
  }

  /** Repacks the clone if that is due. */
  maintain(): Promise<unknown> {
    return this.#add(async () => (this.#isClosed ? undefined : this.maintainNow()))
  }

  /** Reports a read error; the next fetch checks the clone and replaces it if it is damaged. */
  suspect(_code: RepositoryErrorCode): void {}

  /** Records that the refs were still the same at `time`, in milliseconds since 1970. */
  confirm(time: number): void {
    this.fetchedAt = Math.max(time, this.fetchedAt ?? 0)
  }

  /**
   * Returns the commit id served for a branch (`''`: the default) as of the last fetch; undefined if there is none.
   */
  head(branch: string): string | undefined {
    return this.heads.get(branch)
  }

  /** Ends the running operation; waiting ones do not start. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
    this.repository?.close()
    await this.#last
  }

  #fetch(fetch: () => Promise<boolean | undefined>, topic: 'tips' | 'history'): Promise<boolean> {
    return this.#add(async () => {
      if (this.#isClosed) return false
      try {
        const hasChanged = await fetch()
        if (hasChanged === undefined) return false
        this.#errors[topic] = undefined
        if (topic === 'tips') this.failures = 0
        return hasChanged
      } catch (cause) {
        if (this.#isClosed) return false
        const { url } = this.options
        this.#errors[topic] =
          cause instanceof RepositoryError
            ? cause
            : explainFailure({ url, message: messageOf(cause), cause })
        if (topic === 'tips') this.failures++
        return false
      }
    })
  }

  #add<T>(work: () => Promise<T>): Promise<T> {
    const job = this.#last.then(work)
    // Later work must not fail with it.
    this.#last = job.catch(() => undefined)
    return job
  }
}
