import { oncePerText } from '../cache.ts'
import { RepositoryError } from '../errors.ts'
import type { Repository, TreeEntry } from './repository.ts'

/** A file or folder found in a tree. */
export interface File {
  /** Path from the root of the tree, with slashes. */
  readonly path: string
  readonly entry: TreeEntry
}

interface ListOptions {
  readonly repository: Repository
  /** Id of the root tree. */
  readonly tree: string
  /** Returns whether to read a folder (default: all). */
  readonly wantsFolder?: (folder: File) => boolean
  /** Default: two million. The limit stops a hostile tree that repeats itself into more files than any disk holds. */
  readonly maxEntries?: number
}

const MAX_DEPTH = 256

/**
 * Lists the files of a tree in Git's order, including symbolic links but not submodules. Reads only the wanted
 * folders. Throws RepositoryError for names that no checkout accepts, and for more than 256 levels or `maxEntries`
 * entries.
 */
export function listFiles(options: ListOptions): File[] {
  const { repository, wantsFolder, maxEntries = 2_000_000 } = options
  // A tree that repeats itself takes no longer than its paths.
  const readTree = oncePerText((oid) => repository.readTree(oid))
  const files: File[] = []
  let seen = 0

  function walk(tree: string, prefix: string, depth: number): void {
    if (depth > MAX_DEPTH) {
      throw new RepositoryError('too-large', `tree ${options.tree}: more than ${MAX_DEPTH} levels`)
    }
    const entries = readTree(tree)
    seen += entries.length
    if (seen > maxEntries) {
      throw new RepositoryError(
        'too-large',
        `tree ${options.tree}: more than ${maxEntries} entries`,
      )
    }
    for (const entry of entries) {
      checkName(tree, entry.name)
      const file = { path: prefix + entry.name, entry }
      if (entry.mode.startsWith('1') && entry.mode !== '160000') files.push(file)
      else if (entry.mode === '40000' && (wantsFolder?.(file) ?? true)) {
        walk(entry.oid, `${file.path}/`, depth + 1)
      }
    }
  }

  walk(options.tree, '', 0)
  return files
}

function checkName(tree: string, name: string): void {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new RepositoryError('damaged', `object ${tree}: expected a file name, found "${name}"`)
  }
}
