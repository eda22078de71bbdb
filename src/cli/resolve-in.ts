import { openRepository } from '../git/open.ts'
import { resolveRevision } from '../git/revision.ts'

/** Commit id of a revision in the repository at a path; throws as `resolveRevision`. */
export function resolveIn(path: string, revision: string): string {
  const repository = openRepository({ path })
  try {
    return resolveRevision(repository, revision)
  } finally {
    repository.close()
  }
}
