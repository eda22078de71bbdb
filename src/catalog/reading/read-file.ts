import { NotFoundError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fileTreeOfCommit } from './file-tree.ts'

/** Bytes of a file at a commit, through symbolic links. Throws NotFoundError when there is no such file. */
export function readPathAt(repository: Repository, commit: Commit, path: string): Buffer {
  const found = fileTreeOfCommit(repository, commit.tree).resolve(path)
  if (found.kind !== 'file') throw new NotFoundError(`${path}: expected a file in ${commit.oid}`)
  return repository.readBlob(found.oid)
}
