import { isFolder } from '../../catalog/file-tree.ts'
import { type Discovery, discover } from '../../discovery/discover.ts'
import { isIgnoredDirectory } from '../../discovery/places.ts'
import { NotFoundError, RepositoryError } from '../../errors.ts'
import { openRepository } from '../../git/open.ts'
import type { Repository, TreeEntry } from '../../git/repository.ts'
import { openWorkTree, WORK_TREE_OID } from '../../git/work-tree.ts'
import type { Place } from '../place.ts'

/**
 * Finds the components of a repository: in the files on disk where there is a work tree and no ref is given, else in that
 * commit. Throws NotFoundError for an unknown ref, RepositoryError where the repository cannot be read.
 */
export function discoverPlace({ path, name, folder }: Place, ref?: string): Discovery {
  const isOnDisk = folder !== undefined && ref === undefined
  const repository = isOnDisk ? openWorkTree({ path }) : openRepository({ path })
  try {
    const oid = isOnDisk ? WORK_TREE_OID : repository.resolve(ref ?? 'HEAD')
    if (oid === undefined && ref !== undefined) {
      throw new NotFoundError(`${name}: there is no branch, tag or commit ${JSON.stringify(ref)}`)
    }
    if (oid === undefined) throw new RepositoryError(`${name}: expected a commit, found none`)
    const files = listFiles(repository, repository.readCommit(oid).tree, isOnDisk)
    return discover({
      paths: [...files.keys()],
      read: (file) => readFile(repository, files.get(file)),
    })
  } finally {
    repository.close()
  }
}

/** Entries by path, symbolic links and submodules left out. On disk folders such as node_modules may be huge and are not read. */
function listFiles(
  repository: Repository,
  root: string,
  isOnDisk: boolean,
): ReadonlyMap<string, TreeEntry> {
  const files = new Map<string, TreeEntry>()
  const rest: [oid: string, prefix: string][] = [[root, '']]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [oid, prefix] = next
    for (const entry of repository.readTree(oid)) {
      const path = `${prefix}${entry.name}`
      if (!isFolder(entry)) {
        // On disk the id is worked out of the bytes when it is asked for.
        if (entry.mode.startsWith('100')) files.set(path, entry)
      } else if (!isOnDisk || !isIgnoredDirectory(entry.name)) {
        rest.push([entry.oid, `${path}/`])
      }
    }
  }
  return files
}

function readFile(repository: Repository, entry: TreeEntry | undefined): Uint8Array | undefined {
  try {
    return entry && repository.readBlob(entry.oid)
  } catch (error) {
    // Too large or damaged: one file must not keep the others from being found.
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
