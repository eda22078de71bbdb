import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { RepositoryError } from '../errors.ts'
import type { Commit, Person } from './commit.ts'
import { MAX_OBJECT_BYTES } from './objects/object.ts'
import { type OpenOptions, openRepository } from './open.ts'
import type { Repository, TreeEntry } from './repository.ts'
import { statPath } from './text-file.ts'

/** Id of the commit that stands for a work tree as it is on disk, as in `git blame`. */
export const WORK_TREE_OID: string = '0'.repeat(40)

/** The folder with `.git` that is the path or is above it; undefined when there is none. */
export function findWorkTree(path: string): string | undefined {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (statPath(join(folder, '.git')) !== undefined) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * A repository and, as commit `WORK_TREE_OID`, the files beside it as they are on disk when first read: uncommitted edits
 * and untracked files included, `.git` and nested repositories left out. A folder is read when it is listed, a file when
 * its id is read; blob ids are Git's (without conversion of line ends).
 * Throws RepositoryError when the path is not the top of a work tree.
 */
export function openWorkTree(options: OpenOptions): Repository {
  const root = resolve(options.path)
  if (statPath(join(root, '.git')) === undefined) {
    throw new RepositoryError(`${root}: expected a work tree (with .git)`, { code: 'not-found' })
  }
  const repository = openRepository(options)
  const files = new DiskFiles(root, options.maxObjectBytes ?? MAX_OBJECT_BYTES)
  return {
    gitDir: repository.gitDir,
    resolve: repository.resolve,
    listRefs: repository.listRefs,
    defaultBranch: repository.defaultBranch,
    readCommit: (oid) =>
      oid === WORK_TREE_OID ? commitOf(repository, files.root) : repository.readCommit(oid),
    readTree: (oid) => files.list(oid) ?? repository.readTree(oid),
    readTreeBytes: (oid) => (files.has(oid) ? undefined : repository.readTreeBytes(oid)),
    readBlob: (oid) => files.read(oid) ?? repository.readBlob(oid),
    isShallow: repository.isShallow,
    close: repository.close,
  }
}

function commitOf(repository: Repository, tree: string): Commit {
  const head = repository.resolve('HEAD')
  const timestamp = head === undefined ? 0 : repository.readCommit(head).committer.timestamp
  const person: Person = { name: 'Not Committed Yet', email: '', timestamp, utcOffset: 0 }
  return {
    oid: WORK_TREE_OID,
    tree,
    parents: head === undefined ? [] : [head],
    author: person,
    committer: person,
    message: 'Work tree\n',
  }
}

/** The files below a folder by id: blobs by Git's, folders and unreadable files by ids that nothing else has. */
class DiskFiles {
  readonly root: string
  readonly #top: string
  readonly #maxBytes: number
  /** Path from the top by id. */
  readonly #folders = new Map<string, string>()
  readonly #blobs = new Map<string, Buffer | RepositoryError>()
  /** Values are kept by id, also for other processes. */
  readonly #prefix = randomBytes(16).toString('hex')
  #number = 0

  constructor(top: string, maxBytes: number) {
    this.#top = top
    this.#maxBytes = maxBytes
    this.root = this.#addFolder('')
  }

  /** Whether an id is that of a folder. */
  has(oid: string): boolean {
    return this.#folders.has(oid)
  }

  /** Entries of a folder in Git's order; undefined for ids of other trees. */
  list(oid: string): TreeEntry[] | undefined {
    const folder = this.#folders.get(oid)
    if (folder === undefined) return undefined
    const path = join(this.#top, folder)
    const found = readFolder(path)
    // As in Git, a nested repository is left out.
    if (folder !== '' && found.some(({ name }) => name === '.git')) return []
    const entries = found
      .filter(({ name }) => name !== '.git')
      .flatMap((entry) =>
        this.#toEntry(entry, folder === '' ? entry.name : `${folder}/${entry.name}`),
      )
    return entries.sort((a, b) => Buffer.compare(orderKey(a), orderKey(b)))
  }

  /** Bytes of a blob that was listed; undefined for others. Throws RepositoryError where the file could not be read. */
  read(oid: string): Buffer | undefined {
    const blob = this.#blobs.get(oid)
    if (blob instanceof RepositoryError) throw blob
    return blob
  }

  #toEntry(entry: Dirent, path: string): TreeEntry[] {
    const { name } = entry
    if (entry.isDirectory()) return [{ mode: '40000', name, oid: this.#addFolder(path) }]
    const isLink = entry.isSymbolicLink()
    if (!isLink && !entry.isFile()) return []
    const addBlob = () => this.#addBlob(path, isLink)
    let oid: string | undefined
    return [
      {
        mode: isLink ? '120000' : '100644',
        name,
        get oid() {
          oid ??= addBlob()
          return oid
        },
      },
    ]
  }

  #addFolder(path: string): string {
    const oid = this.#nextId()
    this.#folders.set(oid, path)
    return oid
  }

  #addBlob(path: string, isLink: boolean): string {
    const file = join(this.#top, path)
    try {
      const bytes = isLink
        ? readlinkSync(file, { encoding: 'buffer' })
        : readRegularFile(file, this.#maxBytes)
      const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
      this.#blobs.set(oid, bytes)
      return oid
    } catch (cause) {
      // Thrown when the file is read: listing its folder must not fail.
      const message = cause instanceof Error ? cause.message : String(cause)
      const oid = this.#nextId()
      this.#blobs.set(oid, new RepositoryError(message, { code: 'disk', cause }))
      return oid
    }
  }

  #nextId(): string {
    return this.#prefix + (++this.#number).toString(16).padStart(8, '0')
  }
}

function readFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new RepositoryError(`${path}: cannot be listed: ${message}`, { code: 'disk', cause })
  }
}

/** Never follows a link and never waits for a pipe, whatever takes the file's place in the meantime. */
function readRegularFile(path: string, maxBytes: number): Buffer {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile())
      throw new RepositoryError('expected a regular file', { code: 'unsupported' })
    if (stats.size > maxBytes) {
      throw new RepositoryError(`${stats.size} bytes, over the limit of ${maxBytes}`, {
        code: 'too-large',
      })
    }
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Git sorts a folder as if its name ended with a slash. */
function orderKey({ mode, name }: TreeEntry): Buffer {
  return Buffer.from(mode === '40000' ? `${name}/` : name)
}
