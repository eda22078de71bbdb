import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import type { TreeEntry } from '../repository.ts'
import { type Index, type IndexEntry, readIndex } from './index-file.ts'

const NOTHING: ReadonlyMap<string, IndexEntry | undefined> = new Map()

/** The tracked files according to Git's index. */
export class Tracked {
  /** False if the index cannot be read, so that nobody knows which ignored files are tracked nevertheless. */
  readonly isKnown: boolean
  readonly #writtenNs: bigint
  readonly #files = new Map<string, IndexEntry>()
  readonly #folders = new Set<string>()
  /**
   * Maps a folder to the files and folders in it that count though a sparse checkout leaves them out. The value is
   * undefined for folders.
   */
  readonly #skipped = new Map<string, Map<string, IndexEntry | undefined>>()

  /** Throws RepositoryError if the index is damaged. */
  constructor(gitDir: string) {
    const index = readIndex(join(gitDir, 'index'))
    this.isKnown = index !== 'split'
    const { entries, writtenNs }: Index =
      index === 'split' || index === undefined ? { entries: [], writtenNs: 0n } : index
    this.#writtenNs = writtenNs
    for (const entry of entries) this.#add(entry)
  }

  #add(entry: IndexEntry): void {
    const { path } = entry
    this.#files.set(path, entry)
    let isSkipped = entry.isSkipped || entry.isAssumedUnchanged
    let skipped = isSkipped ? entry : undefined
    for (let at = path; at !== ''; ) {
      const slash = at.lastIndexOf('/')
      const folder = slash < 0 ? '' : at.slice(0, slash)
      const isNew = !this.#folders.has(folder)
      this.#folders.add(folder)
      if (isSkipped) {
        const names = this.#skipped.get(folder) ?? new Map<string, IndexEntry | undefined>()
        isSkipped = !names.has(at.slice(slash + 1))
        this.#skipped.set(folder, names.set(at.slice(slash + 1), skipped))
        skipped = undefined
      }
      if (!isNew && !isSkipped) break
      at = folder
    }
  }

  /**
   * Adds the entries of a folder that a sparse index holds as one entry, since some of its files may be on disk.
   * Throws RepositoryError.
   */
  expand(
    { path, oid = '', ...folder }: IndexEntry,
    readTree: (oid: string) => readonly TreeEntry[],
  ): void {
    for (const entry of readTree(oid)) {
      this.#add({ ...folder, ...entry, path: `${path}/${entry.name}` })
    }
  }

  /** Returns the index entry of a file. */
  get(path: string): IndexEntry | undefined {
    return this.#files.get(path)
  }

  /** Returns whether a path is tracked, or any file below it. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path) || this.#files.has(path)
  }

  /**
   * Returns the names in a folder that a sparse checkout leaves out but that still count, or that contain such
   * files.
   */
  skippedIn(folder: string): ReadonlyMap<string, IndexEntry | undefined> {
    return this.#skipped.get(folder) ?? NOTHING
  }

  /**
   * Returns the stored id of a file with these facts if the file has not been modified since Git last compared it
   * (https://git-scm.com/docs/racy-git).
   */
  unchangedId(path: string, stats: BigIntStats): string | undefined {
    const entry = this.#files.get(path)
    if (entry === undefined || !entry.mode.startsWith('100')) return undefined
    const { seen, isAssumedUnchanged, oid } = entry
    const isSame =
      isAssumedUnchanged ||
      (seen.mtimeNs === stats.mtimeNs &&
        seen.ctimeNs === stats.ctimeNs &&
        seen.mtimeNs < this.#writtenNs &&
        BigInt(seen.inode) === BigInt.asUintN(32, stats.ino) &&
        BigInt(seen.size) === BigInt.asUintN(32, stats.size))
    return isSame ? oid : undefined
  }
}
