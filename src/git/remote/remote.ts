/** The tips that a remote offers. */
export interface RemoteHeads {
  /** Full name of the branch that the remote's HEAD points to; undefined when it is detached or the remote is empty. */
  readonly defaultRef: string | undefined
  /** Full name of a ref (`HEAD`, `refs/heads/main`) -> commit id. */
  readonly oids: ReadonlyMap<string, string>
}

/** What to fetch, and into which clone. */
export interface FetchOptions {
  /** The bare clone, which exists. */
  readonly gitDir: string
  readonly refs: readonly FetchedRef[]
  /** `tip`: the commits alone; `new`: those that the clone does not have; `all`: the whole history of a shallow clone. */
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

/** A way to talk to one remote repository. Its methods reject with RepositoryError, without credentials in it. */
export interface Remote {
  /** Tips of HEAD and of the branches (short names) that exist. */
  list(branches: readonly string[]): Promise<RemoteHeads>
  /** Fetches the objects and then sets the local refs, by force. On failure the refs stay as they were. */
  fetch(options: FetchOptions): Promise<void>
  /** Full names of all branches and tags, and the ids of their objects. */
  listAll(): Promise<ReadonlyMap<string, string>>
  /**
   * Fetches all branches, as `refs/remotes/origin/NAME`, and all tags into a clone with whole history at once. `changed`
   * are those that differ from the clone's.
   */
  fetchAll(gitDir: string, changed: readonly FetchedRef[]): Promise<void>
  /** Ends what is running. */
  close(): Promise<void>
}
