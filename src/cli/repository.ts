import { openRepository } from '../git/open.ts'
import type { Repository } from '../git/repository.ts'
import { resolveRevision } from '../git/revision.ts'

/** Opens the repository at a path for as long as `use` runs. Throws RepositoryError. */
export function withRepository<T>(path: string, use: (repository: Repository) => T): T {
  const repository = openRepository({ path })
  try {
    return use(repository)
  } finally {
    repository.close()
  }
}

/** Commit id of a revision in the repository at a path; throws as `resolveRevision`. */
export function resolveIn(path: string, revision: string): string {
  return withRepository(path, (repository) => resolveRevision(repository, revision))
}
