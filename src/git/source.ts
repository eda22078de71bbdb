import type { RepositoryError, RepositoryErrorCode } from '../errors.ts'
import type { RemoteLimits } from './remote/limits.ts'
import type { RemoteQueue } from './remote/remote-queue.ts'
import type { Repository } from './repository.ts'

/** A repository as components name it, and how it is read. */
export interface SourceOptions {
  /** Address or path; may hold credentials. */
  readonly url: string
  /** Short names; `''`: the remote's default branch. Looked at for each fetch: another one may be about others. */
  readonly branches: readonly string[]
  /** Owned by this process (see `lockDataDir`), with one source for each address. */
  readonly dataDir: string
  /** Of the data folder: over it nothing is cloned (default: no limit). */
  readonly maxDataBytes?: number
  readonly maxObjectBytes: number
  /** Looked at for each fetch, too. */
  readonly limits?: RemoteLimits
  /** Shared by all sources; by default a source waits for no other. */
  readonly remoteQueue?: RemoteQueue
  /** Whether a local repository's files on disk are served (as `WORK_TREE_OID`) instead of its branches (default: no). */
  readonly fromWorkTree?: boolean
  /** Where credentials, PATH and proxies are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (message: string) => void
}

/** One repository, read in place or cloned, kept up to date. No method rejects: what fails is found in `error`. */
export interface Source {
  /** Undefined until the first success; then always the same one. */
  readonly repository: Repository | undefined
  readonly isLocal: boolean
  /** Why the last fetch failed, or else the last deepening; never holds credentials. */
  readonly error: RepositoryError | undefined
  /** What is wrong with a branch (`''`: the default): that it is missing, though others are served, or `error`. */
  errorOf(branch: string): RepositoryError | undefined
  /** How many fetches have failed since one succeeded, deepenings left out. */
  readonly failures: number
  /** When the last fetch succeeded, in milliseconds since 1970; known after a restart too. */
  readonly fetchedAt: number | undefined
  /** Opens the existing clone, without the network unless a branch is missing in it; else clones the tips. */
  open(): Promise<unknown>
  /** Fetches; calls that wait for their turn share one fetch. Returns whether a head changed. */
  refresh(): Promise<boolean>
  /** Fetches the history that the first clone left out, if it is missing. Returns whether history arrived. */
  deepen(): Promise<boolean>
  /**
   * Something of the repository could not be read, with this code: a clone whose files are damaged is replaced by the next
   * fetch.
   */
  suspect(code: RepositoryErrorCode): void
  /** Whether the last fetch did so: what could not be read may be read now. */
  readonly isRepaired: boolean
  /** Packs the clone anew where that is due. */
  maintain(): Promise<unknown>
  /** Fingerprint of the refs advertised at the last fetch; undefined before it, and for repositories read in place. */
  readonly offered: string | undefined
  /** Records that the refs were still the same at `time`, in milliseconds since 1970. */
  confirm(time: number): void
  /** Commit id served for a branch (`''`: the default), as of the last fetch; undefined when there is none. */
  head(branch: string): string | undefined
  close(): Promise<void>
}

/** What a source has fetched; its fetcher writes it. */
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
 * The work of a source, done one piece at a time; any may reject. See `Source` for what they are. They resolve to whether
 * something changed.
 */
export interface Fetcher {
  readonly isLocal: boolean
  open(): Promise<boolean>
  fetch(): Promise<boolean>
  /** Resolves to undefined where there is no clone yet; a fetcher without it has all history. */
  deepen?(): Promise<boolean | undefined>
  /** A fetcher without it has no files of its own that could be damaged. */
  suspect?(): void
  /** A fetcher without it has nothing to maintain. */
  maintain?(): Promise<void>
  /** Ends what is running. */
  close?(): Promise<void>
}
