import { oncePerText } from '../cache.ts'
import { RepositoryError } from '../errors.ts'
import { damaged } from './objects/object.ts'
import type { Repository, TreeEntry } from './repository.ts'

/** A file or folder found in a tree. */
export interface File {
  /** Path from the root of the tree, with slashes. */
  readonly path: string
  readonly entry: TreeEntry
}

const MAX_DEPTH = 256
/** Stops a hostile tree that repeats itself into more files than any disk holds. */
const MAX_ENTRIES = 2_000_000

/**
 * Lists the files of a root tree, given by id, in Git's order, including symbolic links but not submodules. Reads only
 * the wanted folders. Throws RepositoryError for names that no checkout accepts, and for more than 256 levels or
 * `maxEntries` entries.
 */
export function listFiles(
  repository: Repository,
  root: string,
  wantsFolder: (folder: File) => boolean = () => true,
  maxEntries: number = MAX_ENTRIES,
): File[] {
  // A tree that repeats itself takes no longer than its paths.
  const readTree = oncePerText((oid) => repository.readTree(oid))
  const files: File[] = []
  let seen = 0

  function walk(tree: string, prefix: string, depth: number): void {
    if (depth > MAX_DEPTH) {
      throw new RepositoryError('too-large', `tree ${root}: more than ${MAX_DEPTH} levels`)
    }
    const entries = readTree(tree)
    seen += entries.length
    if (seen > maxEntries) {
      throw new RepositoryError('too-large', `tree ${root}: more than ${maxEntries} entries`)
    }
    for (const entry of entries) {
      checkName(tree, entry.name)
      const file = { path: prefix + entry.name, entry }
      if (entry.mode.startsWith('1') && entry.mode !== '160000') files.push(file)
      else if (entry.mode === '40000' && wantsFolder(file)) {
        walk(entry.oid, `${file.path}/`, depth + 1)
      }
    }
  }

  walk(root, '', 0)
  return files
}

function checkName(tree: string, name: string): void {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw damaged(`object ${tree}: expected a file name, found "${name}"`)
  }
}
