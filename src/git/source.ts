import type { RepositoryError, RepositoryErrorCode } from '../errors.ts'
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
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (message: string) => void
  /** Called during a fetch with how far it is: `4.2 MiB`, or what git counts. */
  readonly onReceived?: (received: string) => void
}

/**
 * One repository, read in place or cloned, and kept up to date. Its methods never reject; `error` holds the
 * failure.
 */
export interface Source {
  /** Undefined until the first success; the same object from then on. */
  readonly repository: Repository | undefined
  readonly isLocal: boolean
  /** Why the last fetch failed, or else the last deepening. Never holds credentials. */
  readonly error: RepositoryError | undefined
  /**
   * Returns the problem of a branch (`''`: the default): either that it is missing while others are served, or
   * `error`.
   */
  errorOf(branch: string): RepositoryError | undefined
  /** How many fetches have failed since the last success, not counting deepenings. */
  readonly failures: number
  /** When the last fetch succeeded, in milliseconds since 1970; survives restarts. */
  readonly fetchedAt: number | undefined
  /**
   * Opens the existing clone, using the network only if a branch is missing in it; without a clone, clones the
   * tips.
   */
  open(): Promise<unknown>
  /** Fetches; waiting calls share one fetch. Resolves to whether a head changed. */
  refresh(): Promise<boolean>
  /** Fetches the history that the first clone omitted, if any is missing. Resolves to whether history arrived. */
  deepen(): Promise<boolean>
  /** Reports a read error; the next fetch checks the clone and replaces it if it is damaged. */
  suspect(code: RepositoryErrorCode): void
  /** Whether the last fetch replaced a damaged clone, so that a failed read may succeed now. */
  readonly isRepaired: boolean
  /** Repacks the clone if that is due. */
  maintain(): Promise<unknown>
  /** Fingerprint of the refs advertised at the last fetch; undefined before it, and for repositories read in place. */
  readonly offered: string | undefined
  /** Records that the refs were still the same at `time`, in milliseconds since 1970. */
  confirm(time: number): void
  /**
   * Returns the commit id served for a branch (`''`: the default) as of the last fetch; undefined if there is none.
   */
  head(branch: string): string | undefined
  close(): Promise<void>
}

/** What a source has fetched. Only its fetcher writes to it. */
export interface Served {
  repository: Repository | undefined
  /** Commit ids by branch. */
  heads: ReadonlyMap<string, string>
  /** Branches that were missing or could not be read at the last fetch. */
  branchErrors: ReadonlyMap<string, RepositoryError>
  fetchedAt: number | undefined
  isRepaired: boolean
  offered: string | undefined
}

/**
 * Does the work of a source, one operation at a time; see `Source`. Operations may reject, and resolve to whether
 * something changed.
 */
export interface Fetcher {
  readonly isLocal: boolean
  open(): Promise<boolean>
  fetch(): Promise<boolean>
  /** Resolves to undefined if there is no clone yet. Absent if all history is always available. */
  deepen?(): Promise<boolean | undefined>
  /** Absent if no file of the fetcher's own could be damaged. */
  suspect?(): void
  /** Absent if there is nothing to maintain. */
  maintain?(): Promise<void>
  /** Ends running work. */
  close?(): Promise<void>
}
