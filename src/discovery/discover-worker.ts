import { openRepository } from '../git/open.ts'
import type { Discovery } from './discover.ts'
import { discoverTree, type TreeOptions } from './repository.ts'

/** What a worker thread searches, in the repository of a folder. */
export interface DiscoverWork extends Omit<TreeOptions, 'repository' | 'isOnDisk' | 'kept'> {
  readonly gitDir: string
}

/** Finds the components in a tree. Throws RepositoryError if the repository cannot be read. */
export default function discoverInThread({ gitDir, ...work }: DiscoverWork): Discovery {
  const repository = openRepository({ path: gitDir })
  try {
    return discoverTree({ ...work, repository, isOnDisk: false })
  } finally {
    repository.close()
  }
}
