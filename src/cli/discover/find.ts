import { type Discovery, discover } from '../../discovery/discover.ts'
import { isIgnoredDirectory } from '../../discovery/places.ts'
import { RepositoryError } from '../../errors.ts'
import { type File, listFiles } from '../../git/list-files.ts'
import { openRepository } from '../../git/open.ts'
import type { Repository, TreeEntry } from '../../git/repository.ts'
import { resolveRevision } from '../../git/revision.ts'
import { openWorkTree, WORK_TREE_OID } from '../../git/work-tree.ts'
import type { Place } from '../place.ts'

/**
 * Finds the components of a repository at a ref; by default in the files on disk, or at `HEAD` without a work tree. Throws
 * NotFoundError for an unknown ref, RepositoryError if the repository cannot be read.
 */
export function discoverPlace({ path, name, folder }: Place, ref?: string): Discovery {
  const isOnDisk = folder !== undefined && ref === undefined
  const repository = isOnDisk ? openWorkTree({ path }) : openRepository({ path })
  try {
    const committed = () =>
      ref === undefined ? repository.resolve('HEAD') : resolveRevision(repository, ref)
    const oid = isOnDisk ? WORK_TREE_OID : committed()
    if (oid === undefined) throw new RepositoryError(`${name}: expected a commit, found none`)
    const entries = readEntries(repository, repository.readCommit(oid).tree, isOnDisk)
    return discover({
      paths: [...entries.keys()],
      read: (file) => readFile(repository, entries.get(file)),
    })
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
