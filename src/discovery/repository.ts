import { digestOf } from '../catalog/digest.ts'
import { RepositoryError } from '../errors.ts'
import { type File, listFiles } from '../git/list-files.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import type { Bucket, Store } from '../storage/store.ts'
import { type DiscoverOptions, type Discovery, discover } from './discover.ts'
import { isIgnoredDirectory } from './places.ts'

/** What was found among some paths, and the files that were read for it, with their blobs. */
interface KeptDiscovery {
  readonly discovery: Discovery
  readonly read: readonly (readonly [path: string, oid: string])[]
}

/** Discoveries by what they depend on. */
export type KeptDiscoveries = Bucket<KeptDiscovery>

export function keptDiscoveries(store: Store): KeptDiscoveries {
  return store.bucket<KeptDiscovery>({ name: 'discovery' })
}

/** A tree, and what to find in it. */
export interface TreeOptions extends Omit<DiscoverOptions, 'paths' | 'read'> {
  readonly repository: Repository
  /** Id of the root tree. */
  readonly tree: string
  /** Whether it is a work tree: huge folders in it, such as node_modules, are skipped. */
  readonly isOnDisk: boolean
  /** Nothing is parsed where all that a discovery depends on is as it was. */
  readonly kept?: KeptDiscoveries | undefined
}

/** Finds the components in a tree. Throws RepositoryError if the repository cannot be read. */
export function discoverTree(options: TreeOptions): Discovery {
  const { repository, tree, isOnDisk, kept: cache, ...others } = options
  const entries = readEntries(repository, tree, isOnDisk)
  const paths = [...entries.keys()]
  const oidOf = (file: string) => entries.get(file)?.oid ?? ''
  const key = digestOf([others, paths])
  const keptDiscovery = cache?.get(key)
  if (keptDiscovery?.read.every(([file, oid]) => oidOf(file) === oid))
    return keptDiscovery.discovery
  const read: [string, string][] = []
  const discovery = discover({
    ...others,
    paths,
    read(file) {
      read.push([file, oidOf(file)])
      return readFile(repository, entries.get(file))
    },
  })
  cache?.set(key, { discovery, read })
  return discovery
}

/** Entries by path, without symbolic links and submodules. */
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
