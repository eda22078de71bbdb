import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { isAbsence, statPath } from '../text-file.ts'
import { closePack, type Pack } from './pack.ts'
import { findIds, findOffset, readPackIndex } from './pack-index.ts'

const MAX_OPEN_PACKS = 32

interface Folder {
  readonly path: string
  stamp: string
  /** Whether the folder may still change without a new modification time, because file system clocks are coarse. */
  isFresh: boolean
}

/** The packs in `<folder>/pack` of each object folder. Skips packs with a damaged index until that file changes. */
export class PackSet {
  readonly #folders: readonly Folder[]
  readonly #packs: Pack[] = []
  readonly #damaged = new Map<string, { readonly stamp: string; readonly error: RepositoryError }>()

  constructor(objectFolders: readonly string[]) {
    this.#folders = objectFolders.map((folder) => ({
      path: join(folder, 'pack'),
      stamp: '',
      isFresh: true,
    }))
    for (const folder of this.#folders) this.#list(folder)
  }

  /** Forgets a pack whose file has been removed. */
  drop(pack: Pack): void {
    const position = this.#packs.indexOf(pack)
    if (position < 0) return
    this.#packs.splice(position, 1)
    closePack(pack)
  }

  #add(path: string): boolean {
    const stamp = stampOf(statPath(path))
    try {
      const index = readPackIndex(path)
      this.#packs.push({ path: packPathOf(path), index, open: undefined })
      this.#damaged.delete(path)
      return true
    } catch (cause) {
      if (isAbsence(cause)) return false
      const error =
        cause instanceof RepositoryError
          ? cause
          : new RepositoryError('disk', `${path}: cannot be read`, { cause })
      this.#damaged.set(path, { stamp, error })
      return false
    }
  }

  #list(folder: Folder): boolean {
    const stats = statPath(folder.path)
    folder.stamp = stampOf(stats)
    folder.isFresh = stats !== undefined && Date.now() - stats.mtimeMs < 1000
    const paths = stats ? indexPathsIn(folder.path) : new Set<string>()
    let hasChanged = false
    const isHere = (path: string): boolean => dirname(path) === folder.path
    for (const pack of this.#packs.filter((pack) => isHere(pack.path))) {
      if (paths.delete(indexPathOf(pack.path))) continue
      this.drop(pack)
      hasChanged = true
    }
    for (const path of this.#damaged.keys())
      if (isHere(path) && !paths.has(path)) this.#damaged.delete(path)
    for (const path of paths) {
      if (this.#damaged.get(path)?.stamp === stampOf(statPath(path))) continue
      if (this.#add(path)) hasChanged = true
    }
    return hasChanged
  }

  /** Lists the changed folders again; returns whether the set of packs changed. */
  refresh(): boolean {
    const isRepaired = [...this.#damaged].some(
      ([path, damage]) => damage.stamp !== stampOf(statPath(path)),
    )
    let hasChanged = false
    for (const folder of this.#folders) {
      if (!isRepaired && !folder.isFresh && folder.stamp === stampOf(statPath(folder.path)))
        continue
      if (this.#list(folder)) hasChanged = true
    }
    return hasChanged
  }

  /** Returns the first pack that holds the object (its id as 20 bytes), skipping packs in `except`. */
  find(oid: Buffer, except: ReadonlySet<Pack>): { pack: Pack; offset: number } | undefined {
    for (let i = 0; i < this.#packs.length; i++) {
      const pack = this.#packs[i]!
      const offset = findOffset(pack.index, oid)
      if (offset < 0 || except.has(pack)) continue
      // Moves the pack to the front: objects read together tend to be in the same pack.
      if (i > 0) this.#packs.unshift(...this.#packs.splice(i, 1))
      const coldPack = this.#packs[MAX_OPEN_PACKS]
      if (coldPack) closePack(coldPack)
      return { pack, offset }
    }
    return undefined
  }

  /** Returns ids that start with a prefix of at least two hex digits, up to `limit` from each pack. */
  findIds(prefix: string, limit: number): readonly string[] {
    return this.#packs.flatMap(({ index }) => findIds(index, prefix, limit))
  }

  damages(): readonly RepositoryError[] {
    return [...this.#damaged.values()].map((damage) => damage.error)
  }

  close(): void {
    this.#packs.forEach(closePack)
  }
}

function indexPathsIn(folder: string): Set<string> {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    if (isAbsence(cause)) return new Set()
    throw new RepositoryError('disk', `${folder}: cannot be listed`, { cause })
  }
  const paths = new Set<string>()
  for (const entry of entries) {
    const path = join(folder, entry.name)
    // Opening a pipe or a device would block; a link to a regular file is fine.
    if (!entry.name.endsWith('.idx') || !statPath(path)?.isFile()) continue
    if (statPath(packPathOf(path))?.isFile()) paths.add(path)
  }
  return paths
}

function packPathOf(indexPath: string): string {
  return `${indexPath.slice(0, -'.idx'.length)}.pack`
}

function indexPathOf(packPath: string): string {
  return `${packPath.slice(0, -'.pack'.length)}.idx`
}

function stampOf(stats: Stats | undefined): string {
  return stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}` : ''
}
