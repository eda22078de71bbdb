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
  readonly urls: readonly string[]
  readonly onProgress: (message: string) => void
}

/** Removes unused clones now and every hour, until the returned function is called. */
export function startRemovingClones(options: UnusedClonesOptions): () => void {
  const remove = (): void => void removeUnusedClones(options)
  const timer = setInterval(remove, HOUR_MS).unref()
  remove()
  return () => clearInterval(timer)
}

/** Removes the clones of other repositories that were not fetched for a day. Never rejects. */
export async function removeUnusedClones(options: UnusedClonesOptions): Promise<void> {
  const used = new Set(options.urls.flatMap(nameOf))
  const folder = clonesDir(options.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    if (used.has(name)) continue
    const path = join(folder, name)
    try {
      // See `markFetched`.
      const { mtimeMs } = await stat(join(path, 'HEAD'))
      if (Date.now() - mtimeMs < DAY_MS) continue
      await rm(path, { recursive: true, force: true })
      options.onProgress(`removed ${path}: not in the configuration, and not fetched for a day`)
    } catch {
      // No clone, or gone already.
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
