import { openRepository } from '../git/open.ts'
import { fetchCommit } from '../git/partial-clone.ts'
import type { Repository } from '../git/repository.ts'
import { resolveRevision } from '../git/revision.ts'
import { openWorkTree } from '../git/work-tree.ts'

/** Opens the repository at a path, or its files on disk, while `use` runs. Throws RepositoryError. */
export function withRepository<T>(
  path: string,
  use: (repository: Repository) => T,
  isOnDisk = false,
): T {
  const repository = isOnDisk
    ? openWorkTree({ path, environment: process.env })
    : openRepository({ path })
  try {
    return use(repository)
  } finally {
    repository.close()
  }
}

/**
 * Returns the commit id of a revision in the repository at a path, and fetches its missing objects into a partial
 * clone. Rejects like `resolveRevision`, and with RepositoryError if objects cannot be fetched.
 */
export async function resolveIn(path: string, revision: string): Promise<string> {
  await fetchCommit(path, revision, process.env)
  return withRepository(path, (repository) => resolveRevision(repository, revision))
}
