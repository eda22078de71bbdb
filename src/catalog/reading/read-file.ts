import type { Format } from '../../../formats/format.ts'
import { NotFoundError, ParseError, RepositoryError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fileTreeOfCommit } from './file-tree.ts'
import { readFolder } from './read-entries.ts'

/** A file of a repository. */
export interface RepositoryFile {
  /** As it was asked for: through links. */
  readonly path: string
  readonly bytes: Buffer
}

/** Bytes of a file at a commit, through symbolic links. Throws NotFoundError when there is no such file. */
export function readPathAt(repository: Repository, commit: Commit, path: string): Buffer {
  const resolved = fileTreeOfCommit(repository, commit.tree).resolve(path)
  if (resolved.kind !== 'file') throw new NotFoundError(`${path}: expected a file in ${commit.oid}`)
  return repository.readBlob(resolved.oid)
}

/** The same, and of a folder the files that its format reads. Throws RepositoryError for a folder that is too large. */
export function readFilesAt(
  repository: Repository,
  commit: Commit,
  { path, format }: { readonly path: string; readonly format: Format },
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
    throw new RepositoryError(`${path}: ${cause.message}`, { code: 'too-large', cause })
  }
}
