import { createRecent } from '../cache.ts'
import { RepositoryError } from '../errors.ts'
import { openRepository } from '../git/open.ts'
import type { Repository, RepositoryLocation } from '../git/repository.ts'
import type { Store } from '../store/store.ts'

export type { RepositoryLocation } from '../git/repository.ts'

/** Reports the progress of work: how many of how many `commits`. */
export type Progress = (done: number, total: number, what: string) => void

/** The tools that work gets. */
export interface Tools {
  readonly store: Store
  /** Returns the repository of a folder, opened only once. */
  repositoryAt(place: RepositoryLocation): Repository
  readonly progress: Progress
  /** Reports which blob, of this size, the work processes from now on: the time for each is limited. */
  readonly about: (oid: string, bytes: number) => void
}

/** An ordinary function that runs in a worker thread, by its unique name. Arguments and result are copied. */
export interface Work<Args, Result> {
  readonly name: string
  readonly run: (args: Args, tools: Tools) => Result | Promise<Result>
}

const MAX_REPOSITORIES = 16

/** Returns a function that opens repositories and keeps the most recently used ones open. */
export function createRepositories(): Tools['repositoryAt'] {
  const close = (repository: Repository) => repository.close()
  const repositories = createRecent<string, Repository>(MAX_REPOSITORIES, close)
  return ({ gitDir, maxObjectBytes }) => {
    const repository = repositories.get(gitDir) ?? openRepository({ path: gitDir, maxObjectBytes })
    repositories.set(gitDir, repository)
    return repository
  }
}

/** Wraps a repository so that slow blobs cannot be read, and reading any other is reported. */
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
        throw new RepositoryError('timeout', 'reading this file takes too long')
      }
      const blob = repository.readBlob(oid)
      onRead?.(oid, blob.length)
      return blob
    },
  }
}
