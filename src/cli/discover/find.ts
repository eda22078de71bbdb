import { join } from 'node:path'
import { digestOf } from '../../catalog/digest.ts'
import { type Discovery, discover } from '../../discovery/discover.ts'
import { isIgnoredDirectory } from '../../discovery/places.ts'
import { RepositoryError } from '../../errors.ts'
import { type File, listFiles } from '../../git/list-files.ts'
import { openRepository } from '../../git/open.ts'
import type { Repository, TreeEntry } from '../../git/repository.ts'
import { resolveRevision } from '../../git/revision.ts'
import { openWorkTree, WORK_TREE_OID } from '../../git/work-tree.ts'
import { type Bucket, openStore } from '../../storage/store.ts'
import { warn } from '../output/warn.ts'
import { packageVersion } from '../package.ts'
import { cacheFolder, type Place } from '../place.ts'

/** What was found among some paths, and the files that were read for it, with their blobs. */
interface KeptDiscovery {
  readonly discovery: Discovery
  readonly read: readonly (readonly [path: string, oid: string])[]
}

/** As `discoverPlace`; nothing is parsed where all that it depends on is as it was before. */
export async function discoverPlaceOnce(place: Place, ref?: string): Promise<Discovery> {
  const store = openStore({ path: join(cacheFolder(), 'store'), warn })
  try {
    return discoverPlace(place, ref, store.bucket<KeptDiscovery>({ name: 'discovery', version: 1 }))
  } finally {
    await store.close()
  }
}

/**
 * Finds the components of a repository at a ref; by default in the files on disk, or at `HEAD` without a work tree. Throws
 * NotFoundError for an unknown ref, RepositoryError if the repository cannot be read.
 */
export function discoverPlace(
  { path, name, folder }: Place,
  ref?: string,
  kept?: Bucket<KeptDiscovery>,
): Discovery {
  const isOnDisk = folder !== undefined && ref === undefined
  const repository = isOnDisk ? openWorkTree({ path }) : openRepository({ path })
  try {
    const committed = () =>
      ref === undefined ? repository.resolve('HEAD') : resolveRevision(repository, ref)
    const oid = isOnDisk ? WORK_TREE_OID : committed()
    if (oid === undefined) throw new RepositoryError(`${name}: expected a commit, found none`)
    const entries = readEntries(repository, repository.readCommit(oid).tree, isOnDisk)
    const paths = [...entries.keys()]
    const oidOf = (file: string) => entries.get(file)?.oid ?? ''
    const key = digestOf([packageVersion(), paths])
    const known = kept?.get(key)
    if (known?.read.every(([file, oid]) => oidOf(file) === oid)) return known.discovery
    const read: [string, string][] = []
    const discovery = discover({
      paths,
      read(file) {
        read.push([file, oidOf(file)])
        return readFile(repository, entries.get(file))
      },
    })
    kept?.set(key, { discovery, read })
    return discovery
  } finally {
    repository.close()
  }
}

/** Entries by path, without symbolic links and submodules. On disk, huge folders such as node_modules are skipped. */
function readEntries(
  repository: Repository,
  tree: string,
  isOnDisk: boolean,
): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  const wantsFolder = ({ entry }: File): boolean => !isOnDisk || !isIgnoredDirectory(entry.name)
  for (const { path, entry } of listFiles({ repository, tree, wantsFolder })) {
    // On disk, `entry` computes its id from the bytes on demand.
    if (entry.mode.startsWith('100')) entries.set(path, entry)
  }
  return entries
}

function readFile(repository: Repository, entry: TreeEntry | undefined): Uint8Array | undefined {
  try {
    return entry && repository.readBlob(entry.oid)
  } catch (error) {
    // Too large or damaged: the other files are still searched.
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
