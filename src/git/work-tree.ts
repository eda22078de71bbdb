import { dirname, join, resolve } from 'node:path'
import { RepositoryError } from '../errors.ts'
import type { Commit, Person } from './commit.ts'
import type { Environment } from './git-config.ts'
import { findGitFolder } from './git-folder.ts'
import { withLfsContent } from './lfs.ts'
import { type OpenOptions, openRepository } from './open.ts'
import type { Repository } from './repository.ts'
import { statPath } from './text-file.ts'
import { DiskFiles } from './work-tree/disk-files.ts'

/** Commit id that stands for the files on disk, as in `git blame`. */
export const WORK_TREE_OID: string = '0'.repeat(40)

/** Returns the closest folder at or above a path that contains `.git`; undefined if there is none. */
export function findWorkTree(path: string): string | undefined {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (statPath(join(folder, '.git')) !== undefined) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * Opens a repository whose commit `WORK_TREE_OID` holds the files on disk: with uncommitted edits and untracked
 * files, without `.git`, nested repositories and ignored files. Reads a folder when it is listed, and a file when
 * its id is requested. Blobs and ids are those that Git would store, so files that Git calls clean show no
 * difference. `environment` says where the user's Git configuration is. Throws RepositoryError if the path is not the
 * top of a work tree.
 */
export function openWorkTree({
  environment,
  ...options
}: OpenOptions & { readonly environment: Environment }): Repository {
  const top = resolve(options.path)
  if (statPath(join(top, '.git')) === undefined) {
    throw new RepositoryError('not-found', `${top}: expected a work tree (with .git)`)
  }
  const repository = openRepository(options)
  const gitFolder = findGitFolder(top)
  const { commonDir } = gitFolder
  const maxBytes = repository.place.maxObjectBytes
  const { readBlob, readTree } = repository
  const files = new DiskFiles(repository, { top, gitFolder, environment, maxBytes })
  return {
    ...repository,
    readCommit: (oid) =>
      oid === WORK_TREE_OID ? commitOf(repository, files.root) : repository.readCommit(oid),
    readTree: (oid) => files.list(oid) ?? readTree(oid),
    hasEncodings: () => files.hasEncodings || repository.hasEncodings(),
    readBlob(oid) {
      const bytes = files.read(oid)
      return bytes === undefined ? readBlob(oid) : withLfsContent(bytes, commonDir, maxBytes)
    },
  }
}

function commitOf(repository: Repository, tree: string): Commit {
  const head = repository.resolve('HEAD')
  const timestamp = head === undefined ? 0 : repository.readCommit(head).committer.timestamp
  const person: Person = { name: 'Not Committed Yet', email: '', timestamp, utcOffset: 0 }
  return {
    oid: WORK_TREE_OID,
    tree,
    parents: head === undefined ? [] : [head],
    author: person,
    committer: person,
    message: 'Work tree\n',
  }
}
