import { RepositoryError } from '../errors.ts'
import { type File, listFiles } from '../git/list-files.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import { digestOf } from '../model/digest.ts'
import type { Bucket } from '../store/store.ts'
import { type DiscoverOptions, type Discovery, discover } from './discover.ts'
import { isIgnoredDirectory } from './places.ts'

/** A cached discovery, and the files that were read for it, with their blobs. */
export interface KeptDiscovery {
  readonly discovery: Discovery
  readonly read: readonly (readonly [path: string, oid: string])[]
}

/** A tree, and what to find in it. */
export interface TreeOptions extends Omit<DiscoverOptions, 'paths' | 'read'> {
  readonly repository: Repository
  /** Id of the root tree. */
  readonly tree: string
  /** Whether this is a work tree, in which huge folders such as node_modules are skipped. */
  readonly isOnDisk: boolean
  /** Cache of discoveries: nothing is parsed if none of a discovery's inputs changed. */
  readonly kept?: Bucket<KeptDiscovery> | undefined
}

/** Finds the components in a tree. Throws RepositoryError if the repository cannot be read. */
export function discoverTree(options: TreeOptions): Discovery {
  const { repository, tree, isOnDisk, kept: cache, ...others } = options
  const entries = readEntries(repository, tree, isOnDisk)
  const paths = [...entries.keys()]
  const oidOf = (file: string) => entries.get(file)?.oid ?? ''
  const key = digestOf([others, paths])
  const earlier = cache?.get(key)
  if (earlier?.read.every(([file, oid]) => oidOf(file) === oid)) return earlier.discovery
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

/** Returns entries by path, without symbolic links and submodules. */
function readEntries(
  repository: Repository,
  tree: string,
  isOnDisk: boolean,
): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  const wantsFolder = ({ entry }: File): boolean => !isOnDisk || !isIgnoredDirectory(entry.name)
  for (const { path, entry } of listFiles({ repository, tree, wantsFolder })) {
    // In a work tree, reading `entry` hashes the file, so it happens only on demand.
    if (entry.mode.startsWith('100')) entries.set(path, entry)
  }
  return entries
}

function readFile(repository: Repository, entry: TreeEntry | undefined): Uint8Array | undefined {
  try {
    return entry && repository.readBlob(entry.oid)
  } catch (error) {
    // The file is too large or damaged; the search continues with the others.
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
