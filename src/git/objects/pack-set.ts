import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { isAbsence, listFolder, statPath } from '../text-file.ts'
import { closePack, type Pack } from './pack.ts'
import { findIds, findOffset, readPackIndex } from './pack-index.ts'

const MAX_OPEN_PACKS = 32

/** The packs in `<folder>/pack` of each object folder. Skips packs with a damaged index until that file changes. */
export class PackSet {
  readonly #folders: readonly string[]
  readonly #packs: Pack[] = []
  readonly #damaged = new Map<string, { readonly stamp: string; readonly error: RepositoryError }>()

  constructor(objectFolders: readonly string[]) {
    this.#folders = objectFolders.map((folder) => join(folder, 'pack'))
    this.refresh()
  }

  /** Forgets a pack whose file has been removed. */
  drop(pack: Pack): void {
    const position = this.#packs.indexOf(pack)
    if (position < 0) return
    this.#packs.splice(position, 1)
    closePack(pack)
  }

  /** Lists the folders again; returns whether the set of packs changed. */
  refresh(): boolean {
    const paths = new Set(this.#folders.flatMap(packPathsIn))
    const gone = this.#packs.filter((pack) => !paths.delete(pack.path))
    for (const pack of gone) this.drop(pack)
    for (const path of this.#damaged.keys()) if (!paths.has(path)) this.#damaged.delete(path)
    const added = [...paths].filter((path) => this.#add(path))
    return gone.length + added.length > 0
  }

  #add(path: string): boolean {
    const indexPath = path.replace(/pack$/, 'idx')
    const stats = statPath(indexPath)
    // Opening a pipe or a device would block; a link to a regular file is fine.
    if (!stats?.isFile() || !statPath(path)?.isFile()) return false
    const stamp = `${stats.ino}:${stats.size}:${stats.mtimeMs}`
    if (this.#damaged.get(path)?.stamp === stamp) return false
    try {
      this.#packs.push({ path, index: readPackIndex(indexPath), open: undefined })
      this.#damaged.delete(path)
      return true
    } catch (cause) {
      if (isAbsence(cause)) return false
      const error =
        cause instanceof RepositoryError
          ? cause
          : new RepositoryError('disk', `${indexPath}: cannot be read`, { cause })
      this.#damaged.set(path, { stamp, error })
      return false
    }
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

/** Returns the paths of the packs that have an index in a folder. */
function packPathsIn(folder: string): string[] {
  const names = listFolder(folder).filter((name) => name.endsWith('.idx'))
  return names.map((name) => join(folder, name.replace(/idx$/, 'pack')))
}
