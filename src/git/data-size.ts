import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { clonesDir } from './remote/clone-folder.ts'

/** What a data folder takes, in bytes. */
export interface DataDirBytes {
  readonly clones: number
  /** Derived values, which may be removed. */
  readonly store: number
  readonly rest: number
}

/** Measures a data folder; what vanishes meanwhile counts nothing. Never rejects. */
export async function measureDataDir(dataDir: string): Promise<DataDirBytes> {
  const [total, clones, store] = await Promise.all([
    measure(dataDir),
    measure(clonesDir(dataDir)),
    measure(join(dataDir, 'store')),
  ])
  return { clones, store, rest: Math.max(0, total - clones - store) }
}

/**
 * How many bytes a new clone may take in a data folder that may hold `maxBytes`. The store counts nothing: it makes room.
 * Rejects with RepositoryError, which does not name the repository, when there is no room.
 */
export async function roomForClone(dataDir: string, maxBytes: number): Promise<number> {
  const { clones, rest } = await measureDataDir(dataDir)
  const room = maxBytes - clones - rest
  if (room > 0) return room
  const used = `the data folder uses ${clones + rest} bytes of the ${maxBytes} that \`disk\` allows`
  throw new RepositoryError(`not cloned: ${used}`, { code: 'disk' })
}

async function measure(path: string): Promise<number> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    let sum = 0
    for (const entry of entries) {
      const inner = join(path, entry.name)
      // As the disk has it: a file may have holes.
      if (entry.isDirectory()) sum += await measure(inner)
      else if (entry.isFile()) sum += (await stat(inner)).blocks * 512
    }
    return sum
  } catch {
    return 0
  }
}
