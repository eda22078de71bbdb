import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { once } from '../../cache.ts'
import { messageOf, RepositoryError, unless } from '../../errors.ts'
import type { Environment } from '../git-config.ts'
import type { GitFolder } from '../git-folder.ts'
import { checkSize } from '../objects/object.ts'
import type { Repository, TreeEntry } from '../repository.ts'
import { isAbsence } from '../text-file.ts'
import { createDiskRules } from './disk-rules.ts'
import { GitIndex } from './git-index.ts'
import { toStoredForm, withUnixEnds } from './stored-form.ts'

interface DiskOptions {
  readonly top: string
  readonly gitFolder: GitFolder
  readonly environment: Environment
  readonly maxBytes: number
}

interface Folder {
  readonly path: string
  /** Whether Git ignores untracked files in this folder. */
  readonly isIgnored: boolean
}

/**
 * The files of a work tree in the form that Git would store, by id. Blobs have Git's ids; folders and unreadable
 * files have unique ids. Omits files that Git ignores, but includes those that a sparse checkout leaves out.
 */
export class DiskFiles {
  readonly root: string
  /** The repository, which holds the stored files. */
  readonly #stored: Repository
  readonly #options: DiskOptions
  readonly #folders = new Map<string, Folder>()
  readonly #blobs = new Map<string, Buffer | RepositoryError>()
  /** Maps the id of a blob to the path of an unmodified file. */
  readonly #unchanged = new Map<string, string>()
  /** Random, because results are cached by id and shared with other processes. */
  readonly #prefix = randomBytes(16).toString('hex')
  #number = 0
  /** Whether any file whose id was requested has an encoding on disk other than its stored one. */
  hasEncodings = false
  /** Git's view of the files, read when the first folder is listed. */
  readonly #gitView = once(() => {
    const { gitFolder, environment } = this.#options
    const index = new GitIndex(gitFolder.gitDir)
    const readText = (path: string) => this.#readText(path, index)
    return { index, rules: createDiskRules(gitFolder, environment, readText) }
  })

  constructor(stored: Repository, options: DiskOptions) {
    this.#stored = stored
    this.#options = options
    this.root = this.#addFolder({ path: '', isIgnored: false })
  }

  /** Returns the entries of a folder in Git's order; undefined for ids of other trees. */
  list(oid: string): TreeEntry[] | undefined {
    const folder = this.#folders.get(oid)
    if (folder === undefined) return undefined
    const { index } = this.#gitView()
    const { path } = folder
    const diskEntries = this.#readFolder(path)
    // Like Git, skips nested repositories.
    if (path !== '' && diskEntries.some(({ name }) => name === '.git')) return []
    const names = new Set(diskEntries.map(({ name }) => name))
    const entries = [
      ...diskEntries.flatMap((entry) =>
        entry.name === '.git' ? [] : this.#toEntry(entry, folder),
      ),
      ...[...index.skippedIn(path)]
        .filter(([name]) => !names.has(name))
        .map(([name, entry]): TreeEntry => {
          if (entry?.oid !== undefined) return { mode: entry.mode, name, oid: entry.oid }
          const subfolder = { path: pathIn(path, name), isIgnored: false }
          return { mode: '40000', name, oid: this.#addFolder(subfolder) }
        }),
    ]
    return entries.sort((a, b) => Buffer.compare(orderKey(a), orderKey(b)))
  }

  /** Returns the bytes of a listed blob; undefined for other blobs. Throws RepositoryError for an unreadable file. */
  read(oid: string): Buffer | undefined {
    const blob = this.#blobs.get(oid)
    if (blob instanceof RepositoryError) throw blob
    const path = this.#unchanged.get(oid)
    if (blob !== undefined || path === undefined) return blob
    try {
      const [storedOid, bytes] = this.#readStored(path)
      return storedOid === oid ? bytes : undefined
    } catch (error) {
      if (isAbsence(error)) return undefined
      throw error
    }
  }

  #toEntry(entry: Dirent, folder: Folder): TreeEntry[] {
    const { name } = entry
    const { index, rules } = this.#gitView()
    const path = pathIn(folder.path, name)
    const isFolder = entry.isDirectory()
    const indexEntry = index.get(path)
    if (isFolder && indexEntry?.mode === '40000') index.expand(indexEntry, this.#stored.readTree)
    const isTracked = isFolder ? index.hasFolder(path) : indexEntry !== undefined
    const isIgnored =
      index.isKnown &&
      (folder.isIgnored || ((isFolder || !isTracked) && rules.isIgnored(path, isFolder)))
    if (isIgnored && !isTracked) return []
    if (isFolder) return [{ mode: '40000', name, oid: this.#addFolder({ path, isIgnored }) }]
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

  #addFolder(folder: Folder): string {
    const oid = this.#nextId()
    this.#folders.set(oid, folder)
    return oid
  }

  #addBlob(path: string, isLink: boolean): string {
    try {
      const unchangedOid = isLink ? undefined : this.#unchangedId(path)
      if (unchangedOid !== undefined) {
        this.#unchanged.set(unchangedOid, path)
        return unchangedOid
      }
      const [oid, bytes] = isLink ? this.#readLink(path) : this.#readStored(path)
      this.#blobs.set(oid, bytes)
      return oid
    } catch (cause) {
      // Postpones the error until the file is read: listing its folder must not fail.
      const message = messageOf(cause)
      const oid = this.#nextId()
      this.#blobs.set(oid, new RepositoryError('disk', message, { cause }))
      return oid
    }
  }

  /** Returns the stored id of a file that Git considers unmodified without reading it. */
  #unchangedId(path: string): string | undefined {
    const { index, rules } = this.#gitView()
    const { encoding, isFiltered } = rules.attributesOf(path)
    if (encoding !== undefined) this.hasEncodings = true
    const entry = index.get(path)
    if (entry?.isSkipped && !rules.isSparse) return entry.oid
    if (entry?.oid === undefined || isFiltered) return undefined
    const stats = lstatSync(this.#pathOf(path), { bigint: true })
    return index.unchangedId(path, stats)
  }

  #readLink(path: string): [oid: string, bytes: Buffer] {
    const bytes = readlinkSync(this.#pathOf(path), { encoding: 'buffer' })
    return [idOf(bytes), bytes]
  }

  /** Returns the bytes that Git would store for a file, and their id. */
  #readStored(path: string): [oid: string, bytes: Buffer] {
    const { index, rules } = this.#gitView()
    const bytes = readRegularFile(this.#pathOf(path), this.#options.maxBytes)
    const entry = index.get(path)
    const stored = toStoredForm(bytes, rules.attributesOf(path), rules.hasAutoCrlf, () =>
      this.#storedNow(entry?.oid),
    )
    const oid = idOf(stored)
    if (entry === undefined || entry.oid === oid || !stored.includes('\r\n')) return [oid, stored]
    // Another Git may use other settings for line endings.
    const unix = withUnixEnds(stored)
    return idOf(unix) === entry.oid ? [entry.oid, unix] : [oid, stored]
  }

  #storedNow(oid: string | undefined): Buffer | undefined {
    if (oid === undefined) return undefined
    // The stored content is only a hint for converting line endings, so an error does not matter.
    return unless(() => this.#stored.readBlob(oid), RepositoryError)
  }

  /** Reads a rules file without following links; like Git, from the index if a sparse checkout leaves it out. */
  #readText(path: string, index: GitIndex): string | undefined {
    try {
      return readRegularFile(this.#pathOf(path), this.#options.maxBytes).toString('utf8')
    } catch {
      const entry = index.get(path)
      return entry?.isSkipped ? this.#storedNow(entry.oid)?.toString('utf8') : undefined
    }
  }

  #readFolder(path: string): Dirent[] {
    const folder = this.#pathOf(path)
    try {
      return readdirSync(folder, { withFileTypes: true })
    } catch (cause) {
      if (isAbsence(cause) && this.#gitView().index.skippedIn(path).size > 0) return []
      const message = messageOf(cause)
      throw new RepositoryError('disk', `${folder}: cannot be listed: ${message}`, { cause })
    }
  }

  #pathOf(path: string): string {
    return join(this.#options.top, path)
  }

  #nextId(): string {
    return this.#prefix + (++this.#number).toString(16).padStart(8, '0')
  }
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function idOf(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** Reads a file without following a link or blocking on a pipe, even if the file is replaced meanwhile. */
function readRegularFile(path: string, maxBytes: number): Buffer {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new RepositoryError('unsupported', 'expected a regular file')
    checkSize(stats.size, maxBytes)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Git sorts a folder as if its name ended with a slash. */
function orderKey({ mode, name }: TreeEntry): Buffer {
  return Buffer.from(mode === '40000' ? `${name}/` : name)
}
