import type { Address } from '../../address.ts'
import type { RemoteLimits } from './limits.ts'

/** The tips that a remote offers. */
export interface RemoteHeads {
  /** Full name of the branch that the remote's HEAD points to; undefined when it is detached or the remote is empty. */
  readonly defaultRef: string | undefined
  /** Full name of a ref (`HEAD`, `refs/heads/main`) -> id of its object: a commit's, but of tags. */
  readonly oids: ReadonlyMap<string, string>
}

/** What to fetch, and into which clone. */
export interface FetchOptions {
  /** The bare clone, which exists. */
  readonly gitDir: string
  readonly refs: readonly FetchedRef[]
  /** `tip`: the commits alone; `new`: those that the clone does not have; `all`: the whole history of a shallow clone. */
  readonly depth: 'tip' | 'new' | 'all'
  /** That may arrive. */
  readonly maxBytes: number
}

/** A ref to fetch. */
export interface FetchedRef {
  /** Full name at the remote. */
  readonly remote: string
  /** Full name in the clone. */
  readonly local: string
  readonly oid: string
}

/** A way to talk to one remote repository. Its methods reject with RepositoryError, without credentials in it. */
export interface Remote {
  /** HEAD and the branches (short names) that exist, or HEAD and all branches and tags: one request for refs. */
  list(branches: readonly string[] | 'all'): Promise<RemoteHeads>
  /** Fetches the objects and then sets the local refs, by force. On failure the refs stay as they were. */
  fetch(options: FetchOptions): Promise<void>
  /**
   * Fetches all branches, as `refs/remotes/origin/NAME`, and all tags into a clone with whole history at once. `refs`
   * are those that differ from the clone's.
   */
  fetchAll(options: Omit<FetchOptions, 'depth'>): Promise<void>
  /** Packs a clone anew, with what makes its use faster. An engine without it leaves clones as they are. */
  maintain?(gitDir: string): Promise<void>
  /** Ends what is running. */
  close(): Promise<void>
}

/** How a remote is reached. */
export interface RemoteOptions {
  readonly address: Address
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly limits: RemoteLimits
  /** Called while it works, at least once a second; in silence it is waiting for the remote. */
  readonly onActivity: () => void
}
