import type { Format } from '../../formats/format.ts'
import { NotFoundError, ParseError, RepositoryError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { fileTreeOfCommit } from './file-tree.ts'
import { readFolder } from './read-folder.ts'

/** A file of a repository. */
export interface RepositoryFile {
  /** Path as requested; it may lead through links. */
  readonly path: string
  readonly bytes: Buffer
}

/** Reads a file at a commit, following symbolic links. Throws NotFoundError if it does not exist. */
export function readPathAt(repository: Repository, commit: Commit, path: string): Buffer {
  const resolved = fileTreeOfCommit(repository, commit.tree).resolve(path)
  if (resolved.kind !== 'file') throw new NotFoundError(`${path}: expected a file in ${commit.oid}`)
  return repository.readBlob(resolved.oid)
}

/** Reads a file, or the files of a folder that its format needs. Throws RepositoryError if the folder is too large. */
export function readFilesAt(
  repository: Repository,
  commit: Commit,
  path: string,
  format: Format,
): RepositoryFile[] {
  const resolved = fileTreeOfCommit(repository, commit.tree).resolve(path)
  if (format.folder === undefined || resolved.kind !== 'folder') {
    return [{ path, bytes: readPathAt(repository, commit, path) }]
  }
  try {
    return readFolder(repository, format.folder, resolved.oid).map(([name, bytes]) => {
      return { path: `${path}/${name}`, bytes }
    })
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    throw new RepositoryError('too-large', `${path}: ${cause.message}`, { cause })
  }
}
