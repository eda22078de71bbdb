import { RepositoryError } from '../errors.ts'
import type { Repository } from '../git/repository.ts'

/** An entry of a folder in a tree, in the shape of Git's own. */
export interface FileTreeEntry {
  /** Octal, as in Git: `100644`, `120000` for a symbolic link, `40000` for a folder, `160000` for a submodule. */
  readonly mode: string
  readonly name: string
  readonly oid: string
}

/** Where a path leads after following symbolic links; `oid` is the id of the blob or tree. */
type Resolved =
  | { readonly kind: 'file' | 'folder'; readonly path: string; readonly oid: string }
  | { readonly kind: Unresolved }

/** The entry does not exist, the path leaves the tree, or there are too many links. */
type Unresolved = 'missing' | 'outside' | 'loop'

interface FileTreeReader {
  /** Returns the entries of a folder, by a path without links and the id of its tree; both are `''` for the root. */
  list(path: string, oid: string): readonly FileTreeEntry[]
  readLink(path: string, oid: string): string
}

/**
 * A tree of files, read folder by folder on demand. Its methods throw RepositoryError if an object cannot be read, or
 * if the targets of all links followed are longer than any honest tree needs.
 */
export interface FileTree {
  /** Returns the entries of a folder, following links; empty if there is no such folder. */
  list(folder: string): readonly FileTreeEntry[]
  /** Resolves a path, following links in each segment. */
  resolve(path: string): Resolved
}

interface FilePath {
  readonly path: string
  readonly oid?: string | undefined
  /** Target, if the file is a symbolic link. */
  readonly link?: string | undefined
}

/** Most links followed for a path. More count as a loop, as in Linux. */
const MAX_LINKS = 40
/** Longest target of a link, in characters, as on Linux. */
const MAX_LINK_LENGTH = 4096
/** Most names in the targets of all links followed in a tree. */
const MAX_LINK_NAMES = 1_000_000

/** Opens the files of a commit, by the id of its root tree. */
export function fileTreeOfCommit(repository: Repository, rootOid: string): FileTree {
  const reader: FileTreeReader = {
    list: (_path, oid) => repository.readTree(oid === '' ? rootOid : oid),
    readLink: (_path, oid) => repository.readBlob(oid).toString('utf8'),
  }
  const isLast = last?.repository === repository && last.rootOid === rootOid
  let folders = isLast ? last?.folders.deref() : undefined
  if (folders === undefined) {
    folders = new Map()
    last = { repository, rootOid, folders: new WeakRef(folders) }
  }
  return createFileTree(reader, folders)
}

type Folders = Map<string, ReadonlyMap<string, FileTreeEntry>>

/**
 * The tree used last: thousands of components and files of one commit are looked up one after another. A WeakRef, so
 * that it does not outlive its use.
 */
let last:
  | {
      readonly repository: Repository
      readonly rootOid: string
      readonly folders: WeakRef<Folders>
    }
  | undefined

/** A hostile tree may contain names such as `..`. */
function isSafe(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/')
}

/** Creates a tree over a reader. It caches folders, so keep it no longer than you work on one commit. */
export function createFileTree(reader: FileTreeReader, folders: Folders = new Map()): FileTree {
  let linkNames = 0
  function read(path: string, oid: string): ReadonlyMap<string, FileTreeEntry> {
    const key = oid === '' ? path : oid
    const cached = folders.get(key)
    if (cached !== undefined) return cached
    const safe = reader.list(path, oid).filter(({ name }) => isSafe(name))
    const entries = new Map(safe.map((entry) => [entry.name, entry]))
    folders.set(key, entries)
    return entries
  }
  function follow(path: string, oid: string): readonly string[] | Unresolved {
    const target = reader.readLink(path, oid)
    const isTooLong = target.length > MAX_LINK_LENGTH
    const names = isTooLong ? [] : target.split('/')
    linkNames += isTooLong ? MAX_LINK_LENGTH : names.length
    if (linkNames > MAX_LINK_NAMES)
      throw new RepositoryError('too-large', `${path}: too many links to follow`)
    if (target.startsWith('/')) return 'outside'
    return isTooLong ? 'missing' : names
  }
  function resolve(path: string): Resolved {
    const rest = path.split('/').reverse()
    const done: FileTreeEntry[] = []
    for (let links = 0; rest.length > 0; ) {
      const name = rest.pop() ?? ''
      if (name === '' || name === '.') continue
      if (name === '..') {
        if (done.pop() === undefined) return { kind: 'outside' }
        continue
      }
      const last = done.at(-1)
      if (last !== undefined && !isFolder(last)) return { kind: 'missing' }
      const folder = pathOf(done)
      const entry = read(folder, last?.oid ?? '').get(name)
      if (entry === undefined || entry.mode === '160000') return { kind: 'missing' }
      if (entry.mode !== '120000') {
        done.push(entry)
        continue
      }
      if (++links > MAX_LINKS) return { kind: 'loop' }
      const target = follow(folder === '' ? name : `${folder}/${name}`, entry.oid)
      if (typeof target === 'string') return { kind: target }
      rest.push(...target.toReversed())
    }
    const last = done.at(-1)
    const kind = last === undefined || isFolder(last) ? 'folder' : 'file'
    return { kind, path: pathOf(done), oid: last?.oid ?? '' }
  }
  return {
    list: (folder) => {
      const real = resolve(folder)
      return real.kind === 'folder' ? [...read(real.path, real.oid).values()] : []
    },
    resolve,
  }
}

/** Creates a tree over a list of its files, or of folders. */
export function fileTreeOfPaths(
  files: Iterable<FilePath>,
  kind: 'file' | 'folder' = 'file',
): FileTree {
  const folders = new Map<string, Map<string, FileTreeEntry>>()
  const links = new Map<string, string>()
  for (const { path, oid = '', link } of files) {
    if (link !== undefined) links.set(path, link)
    let mode = link !== undefined ? '120000' : kind === 'folder' ? '40000' : '100644'
    let entryOid = oid
    for (let rest = path; rest !== ''; mode = '40000', entryOid = '') {
      const slash = rest.lastIndexOf('/')
      const name = rest.slice(slash + 1)
      rest = rest.slice(0, Math.max(slash, 0))
      const folder = folders.get(rest) ?? new Map<string, FileTreeEntry>()
      folders.set(rest, folder.set(name, { mode, name, oid: entryOid }))
    }
  }
  return createFileTree({
    list: (folder) => [...(folders.get(folder)?.values() ?? [])],
    readLink: (path) => links.get(path) ?? '',
  })
}

/** Returns whether an entry is a real folder, not a link to one. */
export function isFolder(entry: FileTreeEntry): boolean {
  return entry.mode === '40000'
}

function pathOf(entries: readonly FileTreeEntry[]): string {
  return entries.map(({ name }) => name).join('/')
}
