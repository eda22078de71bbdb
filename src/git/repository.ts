import type { Commit } from './commit.ts'

// Git types for the rest of gitglot. Object ids are 40 lower-case hex digits.

/** An entry of a tree. */
export interface TreeEntry {
  /** Octal, as in Git: `100644`, `100755`, `120000`, `160000`, `40000`. */
  readonly mode: string
  readonly name: string
  readonly oid: string
}

/** A branch or tag, with its commit. */
export interface Ref {
  readonly kind: 'branch' | 'tag'
  /** Name for `resolve`: full if the short name means another ref, as when a tag and a branch share a name. */
  readonly name: string
  readonly oid: string
}

/** Where a repository is on this machine, and within which limit it is read. */
export interface RepositoryLocation {
  /** Absolute path of the Git folder. */
  readonly gitDir: string
  readonly maxObjectBytes: number
}

/**
 * A repository opened for reading. Reads are synchronous (one `pread` and one inflate), so read many objects in a
 * worker. Every read throws RepositoryError naming the object if it is missing, damaged, of another type or too
 * large.
 */
export interface Repository {
  /** By which other threads open it too. */
  readonly place: RepositoryLocation
  /** Returns the commit of a branch, a tag or a commit id of at least 7 digits; undefined if there is none. */
  resolve(ref: string): string | undefined
  /**
   * Lists the branches of the repository and of its `origin`, then tags, reading each ref. Skips refs that lead to
   * no commit or cannot be read, and refs beyond the first ten thousand of a folder.
   */
  listRefs(): readonly Ref[]
  /** Returns the name of the branch to which HEAD points; undefined if HEAD is detached or missing. */
  defaultBranch(): string | undefined
  /** Returns whether the object exists; a partial clone may lack it. */
  has(oid: string): boolean
  readCommit(oid: string): Commit
  /** Returns the entries in Git's order. */
  readTree(oid: string): readonly TreeEntry[]
  /** Returns the raw tree object. Trees that exist only in a work tree have none. */
  readTreeBytes(oid: string): Buffer
  readBlob(oid: string): Buffer
  /** Returns whether `working-tree-encoding` gives some files on disk an encoding other than the stored UTF-8. */
  hasEncodings(): boolean
  /** Returns whether a shallow clone ends at this commit, so that its parents are missing. */
  isShallow(oid: string): boolean
  close(): void
}
