import type { Address } from '../../address.ts'
import type { RemoteLimits } from './limits.ts'

/** The refs that a remote offers. */
export interface RemoteHeads {
  /**
   * Full name of the branch to which the remote's HEAD points; undefined if HEAD is detached or the remote is
   * empty.
   */
  readonly defaultRef: string | undefined
  /** Maps full ref names (`HEAD`, `refs/heads/main`) to object ids: of commits, or of tag objects. */
  readonly oids: ReadonlyMap<string, string>
}

/** What to fetch, and into which clone. */
export interface FetchTarget {
  /** An existing bare clone. */
  readonly gitDir: string
  readonly refs: readonly FetchedRef[]
  /** Limit of the transfer. */
  readonly maxBytes: number
}

/** What to fetch, and how much of its history. */
export interface FetchOptions extends FetchTarget {
  /**
   * `tip`: only the commits themselves; `new`: commits that the clone lacks; `all`: the whole history of a shallow
   * clone.
   */
  readonly depth: 'tip' | 'new' | 'all'
}

/** A ref to fetch. */
export interface FetchedRef {
  /** Full name at the remote. */
  readonly remote: string
  /** Full name in the clone. */
  readonly local: string
  readonly oid: string
}

/** Talks to one remote repository. Its methods reject with RepositoryError, whose message holds no credentials. */
export interface Remote {
  /**
   * Lists HEAD and those of the given branches (short names) that exist, or HEAD and all branches and tags, in one
   * request for refs.
   */
  list(branches: readonly string[] | 'all'): Promise<RemoteHeads>
  /** Fetches objects, then force-updates the local refs. On failure the refs are unchanged. */
  fetch(options: FetchOptions): Promise<void>
  /**
   * Fetches all branches, as `refs/remotes/origin/NAME`, and all tags into a clone with the whole history. `refs`
   * are those that differ from the clone's.
   */
  fetchAll(target: FetchTarget): Promise<void>
  /** Repacks a clone and adds files that speed up reading, if git is installed. */
  maintain(gitDir: string): Promise<void>
  /** Ends what is running. */
  close(): Promise<void>
}

/** How a remote is reached. */
export interface RemoteOptions {
  readonly address: Address
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly limits: RemoteLimits
  /**
   * Called at least once a second during work; silence means waiting for the remote. `received` says how far a fetch is:
   * `4.2 MiB`, or what git counts.
   */
  readonly onActivity: (received?: string) => void
}
