/** The tips that a remote offers, of the branches asked for. */
export interface RemoteHeads {
  /** Full name of the branch that the remote's HEAD points to; undefined when it is detached or the remote is empty. */
  readonly defaultRef: string | undefined
  /** Full name of a ref (`HEAD`, `refs/heads/main`) -> commit id. */
  readonly oids: ReadonlyMap<string, string>
}

/** What a fetch brings, and into which clone. */
export interface FetchOptions {
  /** The bare clone, which exists. */
  readonly gitDir: string
  readonly refs: readonly FetchedRef[]
  /** `tip`: the commits alone; `new`: what is newer than the clone; `all`: whole history, of a clone that is shallow. */
  readonly depth: 'tip' | 'new' | 'all'
}

/** A ref that is fetched, at both ends. */
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
  /** Brings the objects into the clone and then sets the local refs, forced. The refs stay as they were on failure. */
  fetch(options: FetchOptions): Promise<void>
  /** Full names of all branches and tags, and the ids of their objects. */
  listAll(): Promise<ReadonlyMap<string, string>>
  /**
   * Brings all branches, as `refs/remotes/origin/NAME`, and all tags of a remote into a clone with whole history, in one
   * go. `changed` are those that the clone does not have as they are.
   */
  fetchAll(gitDir: string, changed: readonly FetchedRef[]): Promise<void>
  /** Ends what is running. */
  close(): Promise<void>
}
