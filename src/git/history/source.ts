import { join } from 'node:path'
import { findGitFolder } from '../git-folder.ts'
import { isOid } from '../objects/object.ts'
import { openRepository } from '../open.ts'
import { readTextFile } from '../text-file.ts'
import { createFolderComparison } from './folder-comparison.ts'
import type { CompareFolders } from './tree-diff.ts'

/** The parts of a commit that an index needs. */
export interface CommitHead {
  readonly tree: string
  readonly parents: readonly string[]
  /** Commit time in seconds since 1970. */
  readonly timestamp: number
}

/** A repository as an index reads it. Reads throw RepositoryError naming the object. */
export interface HistorySource {
  readCommit(oid: string): CommitHead
  compareFolders: CompareFolders
  isShallow(oid: string): boolean
  close(): void
}

/** Opens a repository on disk. Reads its `shallow` file only once, so that a walk sees a consistent state. */
export function openHistorySource(options: {
  readonly path: string
  readonly maxObjectBytes?: number
}): HistorySource {
  const repository = openRepository({ ...options, cacheBytes: 48 << 20 })
  const { commonDir } = findGitFolder(options.path)
  const shallow = new Set(readTextFile(join(commonDir, 'shallow'))?.split('\n').filter(isOid))
  return {
    readCommit(oid) {
      const { tree, parents, committer } = repository.readCommit(oid)
      return { tree: copy(tree), parents: parents.map(copy), timestamp: committer.timestamp }
    },
    compareFolders: createFolderComparison(repository),
    isShallow: (oid) => shallow.has(oid),
    close: repository.close,
  }
}

/** Copies an id: a slice would keep the text of the whole commit in memory. */
function copy(oid: string): string {
  return Buffer.from(oid, 'latin1').toString('latin1')
}
