import { RepositoryError } from '../errors.ts'
import { openRepository } from '../git/open.ts'
import type { Repository } from '../git/repository.ts'
import type { Store } from '../storage/store.ts'

/** A repository on this machine. */
export interface RepositoryLocation {
  readonly gitDir: string
  readonly maxObjectBytes: number
}

/** Says how far work is: so many of so many `commits`. */
export type Progress = (done: number, total: number, what: string) => void

/** What work is done with. */
export interface Tools {
  /** Holds what other work remembered, and takes what this one does. */
  readonly store: Store
  /** The repository of a folder, opened once. */
  repositoryAt(place: RepositoryLocation): Repository
  readonly progress: Progress
  /** Says which blob the work is about from now on, so many bytes: it may take only so long with each. */
  readonly about: (oid: string, bytes: number) => void
}

/** An ordinary function that a worker thread runs. Arguments and result are copied from thread to thread. */
export interface Work<Args, Result> {
  /** Names it among all others. */
  readonly name: string
  readonly run: (args: Args, tools: Tools) => Result | Promise<Result>
}

const MAX_REPOSITORIES = 16

/** Opens repositories, and keeps those that were used last. */
export function createRepositories(): Tools['repositoryAt'] {
  const repositories = new Map<string, Repository>()
  return ({ gitDir, maxObjectBytes }) => {
    const repository = repositories.get(gitDir) ?? openRepository({ path: gitDir, maxObjectBytes })
    repositories.delete(gitDir)
    repositories.set(gitDir, repository)
    const [oldest = ''] = repositories.keys()
    if (repositories.size > MAX_REPOSITORIES) {
      repositories.get(oldest)?.close()
      repositories.delete(oldest)
    }
    return repository
  }
}

/** A repository without some blobs, those that take too long. Tells which other ones are read. */
export function withoutBlobs(
  repository: Repository,
  slowBlobs: ReadonlySet<string>,
  onRead?: (oid: string, bytes: number) => void,
): Repository {
  if (slowBlobs.size === 0 && onRead === undefined) return repository
  return {
    ...repository,
    readBlob(oid) {
      if (slowBlobs.has(oid)) {
        throw new RepositoryError('it takes too long to read', { code: 'timeout' })
      }
      const blob = repository.readBlob(oid)
      onRead?.(oid, blob.length)
      return blob
    },
  }
}
