import { RepositoryError } from '../errors.ts'
import { createNameTest } from '../git/glob.ts'
import { type FileTree, type FileTreeEntry, isFolder } from './file-tree.ts'

/** Paths that match a filemask. */
const MAX_MATCHES = 50_000

interface FindOptions {
  /** What the last segment must be (default: file). */
  readonly kind?: 'file' | 'folder' | undefined
  /** Most paths (default: 50,000). Shared subtrees let a small repository hold more paths than anyone can wait for. */
  readonly maxMatches?: number
}

/** Entries examined for each path that may be found. */
const ENTRIES_PER_MATCH = 10

/** Paths relative to the folder. */
interface Found {
  readonly paths: readonly string[]
  /** Whether no link was followed: the result then depends on the tree's id alone. */
  readonly isSameAnywhere: boolean
}

/**
 * Finds the paths that match a glob without recursion (see `createNameTest`), in no particular order. Follows links,
 * except in the last segment, which is a file or a folder as wanted, or a link. Searches a tree that occurs in many
 * places once. Throws RepositoryError for more than 50,000 matches, or if its folders have more than 500,000 entries in
 * total.
 */
export function findPaths(
  tree: FileTree,
  glob: string,
  { kind = 'file', maxMatches = MAX_MATCHES }: FindOptions = {},
): readonly string[] {
  const tests = glob.split('/').map(createNameTest)
  const results = new Map<string, Found>()
  const maxEntries = ENTRIES_PER_MATCH * maxMatches
  let matches = 0
  let entries = 0

  function search(folder: string, depth: number): Found {
    const listed = tree.list(folder)
    entries += listed.length
    if (entries > maxEntries) throw tooMany(glob, maxEntries, 'entries in its folders')
    const paths: string[] = []
    let isSameAnywhere = true
    for (const entry of listed) {
      const { name } = entry
      if (!tests[depth]!(name)) continue
      if (depth === tests.length - 1) {
        if (isOfKind(entry, kind)) paths.push(name)
      } else if (isFolder(entry) || isLink(entry)) {
        const below = searchEntry(entry, folder === '' ? name : `${folder}/${name}`, depth + 1)
        isSameAnywhere &&= below.isSameAnywhere
        for (const path of below.paths) paths.push(`${name}/${path}`)
      }
      if (++matches > maxMatches || paths.length > maxMatches) {
        throw tooMany(glob, maxMatches, 'files and folders')
      }
    }
    return { paths, isSameAnywhere }
  }

  function searchEntry(entry: FileTreeEntry, path: string, depth: number): Found {
    if (isLink(entry)) return { ...search(path, depth), isSameAnywhere: false }
    const key = `${depth} ${entry.oid}`
    const result = results.get(key) ?? search(path, depth)
    if (entry.oid !== '' && result.isSameAnywhere) results.set(key, result)
    return result
  }

  return search('', 0).paths
}

function tooMany(glob: string, most: number, what: string): RepositoryError {
  return new RepositoryError('too-large', `${glob}: expected at most ${most} ${what}, found more`)
}

function isOfKind(entry: FileTreeEntry, kind: 'file' | 'folder'): boolean {
  if (entry.mode === '160000') return false
  return isLink(entry) || isFolder(entry) === (kind === 'folder')
}

function isLink(entry: FileTreeEntry): boolean {
  return entry.mode === '120000'
}
