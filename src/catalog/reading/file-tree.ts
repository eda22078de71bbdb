import { RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'

/** An entry of a folder in a tree, in the shape of Git's own. */
export interface FileTreeEntry {
  /** Octal, as in Git: `100644`, `120000` for a symbolic link, `40000` for a folder, `160000` for a submodule. */
  readonly mode: string
  readonly name: string
  readonly oid: string
}

/** Where a path leads once symbolic links are followed; `oid` is that of the blob or tree. */
type Resolved =
  | { readonly kind: 'file' | 'folder'; readonly path: string; readonly oid: string }
  | { readonly kind: Unresolved }

/** There is no such entry, the way leads out of the tree, or there are too many links. */
type Unresolved = 'missing' | 'outside' | 'loop'

/** What a tree is read with. */
interface FileTreeReader {
  /** Entries of a folder by its path, which leads through no link, and the id of its tree; both `''` for the root. */
  list(path: string, oid: string): readonly FileTreeEntry[]
  /** The target that a symbolic link at a path holds. */
  readLink(path: string, oid: string): string
}

/**
 * A tree of files that is read folder by folder, as far as it is asked for. Its methods throw RepositoryError when an object
 * cannot be read, or when all links that were followed are longer together than any that are meant.
 */
export interface FileTree {
  /** Entries of a folder, through links; empty when there is no such folder. */
  list(folder: string): readonly FileTreeEntry[]
  /** Follows links in all segments of a path. */
  resolve(path: string): Resolved
}

/** One file of a list of paths. */
interface FilePath {
  readonly path: string
  readonly oid?: string | undefined
  /** The target when it is a symbolic link. */
  readonly link?: string | undefined
}

/** Links followed on one path; more are taken for a loop, as Linux does it. */
const MAX_LINKS = 40
/** Longest target of a link, in characters, as on Linux. */
const MAX_LINK_LENGTH = 4096
/** Names in the targets of all links that are followed in one tree. */
const MAX_LINK_NAMES = 1_000_000

/** The files of a commit, by the id of its root tree. */
export function fileTreeOfCommit(repository: Repository, rootOid: string): FileTree {
  const reader: FileTreeReader = {
    list: (_path, oid) => repository.readTree(oid === '' ? rootOid : oid),
    readLink: (_path, oid) => repository.readBlob(oid).toString('utf8'),
  }
  let folders = isLastRoot(repository, rootOid) ? last?.folders.deref() : undefined
  if (folders === undefined) {
    folders = new Map()
    last = { repository, rootOid, folders: new WeakRef(folders) }
  }
  return createFileTree(reader, folders)
}

type Folders = Map<string, ReadonlyMap<string, FileTreeEntry>>

/**
 * What was read of the root tree that was asked for last: thousands of components and files of one commit are looked up one
 * after the other. It goes when memory is wanted for something else.
 */
let last:
  | {
      readonly repository: Repository
      readonly rootOid: string
      readonly folders: WeakRef<Folders>
    }
  | undefined

function isLastRoot(repository: Repository, rootOid: string): boolean {
  return last?.repository === repository && last.rootOid === rootOid
}

/** A hostile tree may hold names that mean another place. */
function isSafe(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/')
}

/** A tree over a reader. It keeps the folders it has read, by id where they have one: keep it no longer than for one commit. */
export function createFileTree(reader: FileTreeReader, folders: Folders = new Map()): FileTree {
  let linkNames = 0
  function read(path: string, oid: string): ReadonlyMap<string, FileTreeEntry> {
    const key = oid === '' ? path : oid
    let entries = folders.get(key)
    if (entries === undefined) {
      const safe = new Map<string, FileTreeEntry>()
      for (const entry of reader.list(path, oid))
        if (isSafe(entry.name)) safe.set(entry.name, entry)
      folders.set(key, safe)
      entries = safe
    }
    return entries
  }
  function follow(path: string, oid: string): readonly string[] | Unresolved {
    const target = reader.readLink(path, oid)
    const isTooLong = target.length > MAX_LINK_LENGTH
    const names = isTooLong ? [] : target.split('/')
    linkNames += isTooLong ? MAX_LINK_LENGTH : names.length
    if (linkNames > MAX_LINK_NAMES)
      throw new RepositoryError(`${path}: too many links to follow`, { code: 'too-large' })
    if (target.startsWith('/')) return 'outside'
    return isTooLong ? 'missing' : names
  }
  function resolve(path: string): Resolved {
    return resolvePath(path, read, follow)
  }
  return {
    list: (folder) => {
      const real = resolve(folder)
      return real.kind === 'folder' ? [...read(real.path, real.oid).values()] : []
    },
    resolve,
  }
}

/** A tree over the list of all its files, or of folders. */
export function fileTreeOfPaths(
  files: Iterable<FilePath>,
  kind: 'file' | 'folder' = 'file',
): FileTree {
  const folders = new Map<string, Map<string, FileTreeEntry>>()
  const links = new Map<string, string>()
  for (const { path, oid = '', link } of files) {
    if (link !== undefined) links.set(path, link)
    let mode = kind === 'folder' ? '40000' : '100644'
    if (link !== undefined) mode = '120000'
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

function resolvePath(
  path: string,
  read: (path: string, oid: string) => ReadonlyMap<string, FileTreeEntry>,
  follow: (path: string, oid: string) => readonly string[] | Unresolved,
): Resolved {
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

/** Whether an entry is a folder of its own, not a link to one. */
export function isFolder(entry: FileTreeEntry): boolean {
  return entry.mode === '40000'
}

function pathOf(entries: readonly FileTreeEntry[]): string {
  return entries.map(({ name }) => name).join('/')
}
