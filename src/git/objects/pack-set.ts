import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { isAbsence, statPath } from '../text-file.ts'
import { closePack, type Pack } from './pack.ts'
import { findIds, findOffset, readPackIndex } from './pack-index.ts'

const MAX_OPEN_PACKS = 32

/** The packs of a repository and its alternates, as last listed. */
interface PackSet {
  /** First pack that holds the object (its id as 20 bytes) and is not in `except`. */
  find(oid: Buffer, except: ReadonlySet<Pack>): { pack: Pack; offset: number } | undefined
  /** Ids that begin with some hex digits (two at least), at most `limit` of each pack. */
  findIds(prefix: string, limit: number): readonly string[]
  /** Lists the folders again if they have changed; returns whether the packs are others. */
  refresh(): boolean
  /** Forgets a pack whose file is gone. */
  drop(pack: Pack): void
  /** Why packs cannot be used. */
  damages(): readonly RepositoryError[]
  close(): void
}

interface Folder {
  readonly path: string
  stamp: string
  /** Whether the folder may change again without a new modification time, as clocks of file systems are coarse. */
  isFresh: boolean
}

interface Damage {
  readonly stamp: string
  readonly error: RepositoryError
}

/**
 * Lists the packs in `<folder>/pack` of each object folder. A pack whose index is damaged is left out until
 * that file changes. It is long because its functions share the list.
 */
export function createPackSet(objectFolders: readonly string[]): PackSet {
  const folders = objectFolders.map(
    (folder): Folder => ({ path: join(folder, 'pack'), stamp: '', isFresh: true }),
  )
  const packs: Pack[] = []
  const damaged = new Map<string, Damage>()

  function drop(pack: Pack): void {
    const position = packs.indexOf(pack)
    if (position < 0) return
    packs.splice(position, 1)
    closePack(pack)
  }

  function add(path: string): boolean {
    const stamp = stampOf(statPath(path))
    try {
      const index = readPackIndex(path)
      packs.push({ path: packPathOf(path), index, open: undefined })
      damaged.delete(path)
      return true
    } catch (cause) {
      if (isAbsence(cause)) return false
      const error =
        cause instanceof RepositoryError
          ? cause
          : new RepositoryError(`${path}: cannot be read`, { code: 'disk', cause })
      damaged.set(path, { stamp, error })
      return false
    }
  }

  function list(folder: Folder): boolean {
    const stats = statPath(folder.path)
    folder.stamp = stampOf(stats)
    folder.isFresh = stats !== undefined && Date.now() - stats.mtimeMs < 1000
    const found = stats ? indexPathsIn(folder.path) : new Set<string>()
    let hasChanged = false
    const isHere = (path: string): boolean => dirname(path) === folder.path
    for (const pack of packs.filter((pack) => isHere(pack.path))) {
      if (found.delete(indexPathOf(pack.path))) continue
      drop(pack)
      hasChanged = true
    }
    for (const path of damaged.keys()) if (isHere(path) && !found.has(path)) damaged.delete(path)
    for (const path of found) {
      if (damaged.get(path)?.stamp === stampOf(statPath(path))) continue
      if (add(path)) hasChanged = true
    }
    return hasChanged
  }

  function refresh(): boolean {
    const isRepaired = [...damaged].some(
      ([path, damage]) => damage.stamp !== stampOf(statPath(path)),
    )
    let hasChanged = false
    for (const folder of folders) {
      if (!isRepaired && !folder.isFresh && folder.stamp === stampOf(statPath(folder.path)))
        continue
      if (list(folder)) hasChanged = true
    }
    return hasChanged
  }

  function find(
    oid: Buffer,
    except: ReadonlySet<Pack>,
  ): { pack: Pack; offset: number } | undefined {
    for (let i = 0; i < packs.length; i++) {
      const pack = packs[i]!
      const offset = findOffset(pack.index, oid)
      if (offset < 0 || except.has(pack)) continue
      // Objects read together tend to lie together.
      if (i > 0) packs.unshift(...packs.splice(i, 1))
      const coldPack = packs[MAX_OPEN_PACKS]
      if (coldPack) closePack(coldPack)
      return { pack, offset }
    }
    return undefined
  }

  for (const folder of folders) list(folder)
  return {
    find,
    findIds: (prefix, limit) => packs.flatMap(({ index }) => findIds(index, prefix, limit)),
    refresh,
    drop,
    damages: () => [...damaged.values()].map((damage) => damage.error),
    close: () => packs.forEach(closePack),
  }
}

function indexPathsIn(folder: string): Set<string> {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    if (isAbsence(cause)) return new Set()
    throw new RepositoryError(`${folder}: cannot be listed`, { code: 'disk', cause })
  }
  const paths = new Set<string>()
  for (const entry of entries) {
    const path = join(folder, entry.name)
    // A pipe or a device would block; a link to a file is fine.
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
