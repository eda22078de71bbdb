import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import { clonesDir } from './remote/clone-folder.ts'

/** Returns a data folder's bytes: of clones, of the store (derived data), of the rest. Never rejects. */
export async function measureDataDir(dataDir: string) {
  const [total, clones, store] = await Promise.all([
    measure(dataDir),
    measure(clonesDir(dataDir)),
    measure(join(dataDir, 'store')),
  ])
  return { clones, store, rest: Math.max(0, total - clones - store) }
}

/**
 * Returns how many bytes a new clone of an address may use in a data folder limited to `maxBytes`. Ignores the store,
 * which shrinks to make room. Rejects with RepositoryError if there is no room.
 */
export async function roomForClone(
  dataDir: string,
  maxBytes: number,
  url: string,
): Promise<number> {
  const { clones, rest } = await measureDataDir(dataDir)
  const room = maxBytes - clones - rest
  if (room > 0) return room
  const used = `the data folder uses ${clones + rest} bytes of the ${maxBytes} that \`disk\` allows`
  throw new RepositoryError('disk', `${url}: not cloned: ${used}`)
}

async function measure(path: string): Promise<number> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    let sum = 0
    for (const entry of entries) {
      const inner = join(path, entry.name)
      // Counts allocated blocks, since files may be sparse.
      if (entry.isDirectory()) sum += await measure(inner)
      else if (entry.isFile()) sum += (await stat(inner)).blocks * 512
    }
    return sum
  } catch {
    return 0
  }
}
