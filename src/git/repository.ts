import type { Commit } from './commit.ts'

// Git's nouns for the rest of gitglot. Object ids are 40 lower-case hex digits.

/** An entry of a tree. */
export interface TreeEntry {
  /** Octal, as in Git: `100644`, `100755`, `120000`, `160000`, `40000`. */
  readonly mode: string
  readonly name: string
  readonly oid: string
}

/** A branch or a tag and the commit that it leads to. */
export interface Ref {
  readonly kind: 'branch' | 'tag'
  /** For `resolve`: short, or full where the short name is another ref's, as for a tag with the name of a branch. */
  readonly name: string
  readonly oid: string
}

/**
 * A repository opened for reading. Reads are synchronous (one `pread` and one inflate): who reads many does so in a worker.
 * Every read throws RepositoryError naming the object when it is missing, damaged, of another type or too large.
 */
export interface Repository {
  /** Absolute path of the Git folder. */
  readonly gitDir: string
  /** Commit id of a branch, tag (peeled) or commit id, which may be cut to 7 digits; undefined when there is none. */
  resolve(ref: string): string | undefined
  /**
   * Branches of the repository and of its `origin`, then tags, read one by one. Refs that lead to no commit or cannot be
   * read are left out, and so are those after some ten thousand.
   */
  listRefs(): readonly Ref[]
  /** Name of the branch that HEAD points to; undefined when detached or missing. */
  defaultBranch(): string | undefined
  /** Whether it has an object, which a partial clone may lack. */
  has(oid: string): boolean
  readCommit(oid: string): Commit
  /** Entries in Git's order. */
  readTree(oid: string): readonly TreeEntry[]
  /** A tree's object; undefined for one that only a work tree has. */
  readTreeBytes(oid: string): Buffer | undefined
  readBlob(oid: string): Buffer
  /** Whether some files are encoded otherwise than they are stored, which is in UTF-8: `working-tree-encoding` says so. */
  hasEncodings(): boolean
  /** Whether a shallow clone ends at this commit: it does not have the parents. */
  isShallow(oid: string): boolean
  close(): void
}
