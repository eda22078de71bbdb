import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import type { TreeEntry } from '../repository.ts'
import { type Index, type IndexEntry, readIndex } from './index-file.ts'

const NOTHING: ReadonlyMap<string, IndexEntry | undefined> = new Map()

/** What Git tracks, as its index says. */
export class Tracked {
  /** False where the index is not read: nobody knows which files that rules leave out are tracked all the same. */
  readonly isKnown: boolean
  readonly #writtenNs: bigint
  readonly #files = new Map<string, IndexEntry>()
  readonly #folders = new Set<string>()
  /** By folder: the names of files and folders that count though they are not on disk; without an entry, folders that hold such. */
  readonly #skipped = new Map<string, Map<string, IndexEntry | undefined>>()

  /** Throws RepositoryError where the index is damaged. */
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

  /** Takes the entries of a folder that is left out as a whole one by one: some of its files may be on disk. Throws RepositoryError. */
  expand(
    { path, oid = '', ...folder }: IndexEntry,
    readTree: (oid: string) => readonly TreeEntry[],
  ): void {
    for (const entry of readTree(oid)) {
      this.#add({ ...folder, ...entry, path: `${path}/${entry.name}` })
    }
  }

  /** The entry of a file. */
  get(path: string): IndexEntry | undefined {
    return this.#files.get(path)
  }

  /** Whether a file below a folder is tracked. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path) || this.#files.has(path)
  }

  /** Names in a folder that count though they are not on disk, or whose files do: a sparse checkout leaves them out. */
  skippedIn(folder: string): ReadonlyMap<string, IndexEntry | undefined> {
    return this.#skipped.get(folder) ?? NOTHING
  }

  /**
   * The id of what is stored of a file with these facts, if it has not been written to since Git compared the two
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
