import { join } from 'node:path'
import type { DiscoverConfig } from '../../config/config.ts'
import type { Discovery } from '../../discovery/discover.ts'
import { wantedBy } from '../../discovery/find-components.ts'
import { discoverTree, type KeptDiscovery } from '../../discovery/repository.ts'
import { missingBranch } from '../../git/missing-branch.ts'
import { resolveRevision } from '../../git/revision.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { type Bucket, openStore } from '../../store/store.ts'
import { cacheFolder } from '../cache-folder.ts'
import { warn } from '../output/progress.ts'
import type { LocalRepository } from '../place.ts'
import { withRepository } from '../repository.ts'

/** Works like `discoverPlace`, but reuses the last result if nothing that it depends on has changed. */
export async function discoverPlaceOnce(
  place: LocalRepository,
  ref?: string,
  only?: DiscoverConfig,
): Promise<Discovery> {
  const store = openStore({ path: join(cacheFolder(), 'store'), warn })
  try {
    const kept = store.bucket<KeptDiscovery>({ name: 'discovery' })
    return discoverPlace(place, ref, { kept, only })
  } finally {
    await store.close()
  }
}

/**
 * Finds the components of a repository at a ref, by default in the files on disk, or at `HEAD` if there is no work
 * tree. Throws NotFoundError for an unknown ref, RepositoryError if the repository cannot be read.
 */
export function discoverPlace(
  { path, name, folder }: LocalRepository,
  ref?: string,
  { kept, only }: { kept?: Bucket<KeptDiscovery>; only?: DiscoverConfig | undefined } = {},
): Discovery {
  const isOnDisk = folder !== undefined && ref === undefined
  return withRepository(
    path,
    (repository) => {
      const committed = () =>
        ref === undefined ? repository.resolve('HEAD') : resolveRevision(repository, ref)
      const oid = isOnDisk ? WORK_TREE_OID : committed()
      if (oid === undefined) throw missingBranch(name, '', repository)
      const { tree } = repository.readCommit(oid)
      return discoverTree({ repository, tree, isOnDisk, kept, ...(only && wantedBy(only)) })
    },
    isOnDisk,
  )
}
