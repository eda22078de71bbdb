import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAddress } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import { cloneName, clonesDir } from './clone-folder.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface UnusedClonesOptions {
  /** Owned by this process. */
  readonly dataDir: string
  /** Of the repositories whose clones stay; they may hold credentials. */
  readonly urls: () => Iterable<string>
  readonly onProgress: (message: string) => void
}

/** Removes unused clones now and every hour, until the returned function is called. */
export function startRemovingClones(options: UnusedClonesOptions): () => void {
  const removeUnusedClones = createClonesRemover(options)
  const remove = (): void => void removeUnusedClones()
  const timer = setInterval(remove, HOUR_MS).unref()
  remove()
  return () => clearInterval(timer)
}

/**
 * Returns the function that removes the clones of other repositories that were not fetched for a day. It never rejects.
 * From when it sees a clone first it goes by the time that passes, not by the clock, which may be set.
 */
export function createClonesRemover(options: UnusedClonesOptions): () => Promise<void> {
  const folder = clonesDir(options.dataDir)
  /** By path, when a clone will not have been fetched for a day, in `performance.now()`. */
  const ends = new Map<string, number>()

  async function endOf(path: string): Promise<number> {
    // See `markFetched`; in the future where the clock was set back since.
    const { mtimeMs } = await stat(join(path, 'HEAD'))
    return performance.now() + DAY_MS - Math.max(0, Date.now() - mtimeMs)
  }

  return async () => {
    const used = new Set([...options.urls()].flatMap(nameOf))
    for (const name of await readdir(folder).catch(() => [])) {
      if (used.has(name)) continue
      const path = join(folder, name)
      try {
        const end = ends.get(path) ?? (await endOf(path))
        ends.set(path, end)
        if (performance.now() < end) continue
        await rm(path, { recursive: true, force: true })
        options.onProgress(`removed ${path}: not in the configuration, and not fetched for a day`)
      } catch {
        // No clone, or gone already.
      }
    }
  }
}

function nameOf(url: string): string[] {
  try {
    return [cloneName(parseAddress(url).url)]
  } catch (error) {
    if (error instanceof RepositoryError) return []
    throw error
  }
}
