import { openRepository } from '../git/open.ts'
import { fetchCommit } from '../git/partial-clone.ts'
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

/**
 * Commit id of a revision in the repository at a path, whose objects are brought into a partial clone. Rejects as
 * `resolveRevision` throws, and with RepositoryError where objects cannot be brought.
 */
export async function resolveIn(path: string, revision: string): Promise<string> {
  await fetchCommit(path, revision, process.env)
  return withRepository(path, (repository) => resolveRevision(repository, revision))
}
