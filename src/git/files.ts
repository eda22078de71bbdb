import { RepositoryError } from '../errors.ts'
import type { Repository, TreeEntry } from './repository.ts'

export interface File {
  /** From the root of the tree, with slashes. */
  readonly path: string
  readonly oid: string
  /** `100644`, `100755` or, for a symbolic link (the blob is its target), `120000`. */
  readonly mode: string
}

export interface ListOptions {
  readonly repository: Repository
  /** Id of the root tree. */
  readonly tree: string
  /** Whether anything below a folder (its path, without a slash at the end) can matter; all folders unless stated. */
  readonly wantsFolder?: (path: string) => boolean
  /** Two million unless stated: a hostile tree can repeat itself into more files than any disk holds. */
  readonly maxEntries?: number
}

const maxDepth = 256

/**
 * Files of a tree in Git's order, reading only the folders that are wanted; submodules are left out.
 * Throws RepositoryError for names that no checkout would accept, over 256 levels or over `maxEntries`.
 */
export function* listFiles(options: ListOptions): Generator<File, void, undefined> {
  const { repository, wantsFolder, maxEntries = 2_000_000 } = options
  let seen = 0

  function* walk(tree: string, prefix: string, depth: number): Generator<File, void, undefined> {
    if (depth > maxDepth) {
      throw new RepositoryError(`tree ${options.tree}: more than ${maxDepth} levels`)
    }
    const entries = repository.readTree(tree)
    seen += entries.length
    if (seen > maxEntries) {
      throw new RepositoryError(`tree ${options.tree}: more than ${maxEntries} entries`)
    }
    for (const { mode, name, oid } of entries) {
      checkName(tree, name)
      const path = prefix + name
      if (mode.startsWith('1') && mode !== '160000') yield { path, oid, mode }
      else if (mode === '40000' && (wantsFolder?.(path) ?? true)) {
        yield* walk(oid, `${path}/`, depth + 1)
      }
    }
  }

  yield* walk(options.tree, '', 0)
}

/** Entry at a path below a root tree; undefined when there is none. Throws RepositoryError when a tree cannot be read. */
export function readPath(
  repository: Repository,
  treeOid: string,
  path: string,
): TreeEntry | undefined {
  let entry: TreeEntry | undefined
  for (const name of path.split('/')) {
    if (entry && entry.mode !== '40000') return undefined
    entry = repository.readTree(entry?.oid ?? treeOid).find((child) => child.name === name)
    if (!entry) return undefined
    checkName(treeOid, name)
  }
  return entry
}

function checkName(tree: string, name: string): void {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new RepositoryError(`object ${tree}: expected a file name, found "${name}"`)
  }
}
