import type { RepositoryError } from '../errors.ts'
import type { Repository } from './repository.ts'

/** A repository as components name it, and how it is read. */
export interface SourceOptions {
  /** Address or path; may hold credentials. */
  readonly url: string
  /** Short names; `''`: the remote's default branch. */
  readonly branches: readonly string[]
  /** Owned by this process (see `lockDataDir`), with one source for each address. */
  readonly dataDir: string
  readonly maxObjectBytes: number
  /** Whether of a local repository the files on disk are served (as `WORK_TREE_OID`) instead of its branches; no unless stated. */
  readonly fromWorkTree?: boolean
  /** Where credentials, PATH and proxies are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (message: string) => void
}

/** One repository, read in place or cloned, kept up to date. No method rejects: what fails is found in `error`. */
export interface Source {
  /** undefined until the first success; then always the same one. */
  readonly repository: Repository | undefined
  readonly isLocal: boolean
  /** Why the last look at the remote (or the last deepening) failed; never holds credentials. */
  readonly error: RepositoryError | undefined
  /** When the last look succeeded, in milliseconds since 1970; known after a restart too. */
  readonly fetchedAt: number | undefined
  /** Opens the clone at hand, without the network unless a branch is missing in it; else clones the tips. */
  open(): Promise<unknown>
  /** Looks at the remote; calls that wait for their turn share one look. Returns whether a head changed. */
  refresh(): Promise<boolean>
  /** Brings the history that the first clone left out. */
  deepen(): Promise<unknown>
  /** Commit id served for a branch (`''`: the default), as of the last look; undefined when there is none. */
  head(branch: string): string | undefined
  close(): Promise<void>
}
