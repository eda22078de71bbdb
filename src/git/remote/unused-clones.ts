import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAddress } from '../../address.ts'
import { cloneName, clonesDir } from './clone-folder.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Returns a function that removes clones from a data folder, owned by this process, of repositories other than `urls`
 * names that were not fetched for a day. The function never rejects. The day is measured by a monotonic clock from when
 * a clone is first seen, since the system clock may be set.
 */
export function createClonesRemover(
  dataDir: string,
  urls: () => Iterable<string>,
  onProgress: (message: string) => void,
): () => Promise<void> {
  const folder = clonesDir(dataDir)
  /** Maps the path of a clone to the end of its day in `performance.now()`. */
  const ends = new Map<string, number>()

  return async () => {
    const used = new Set(Array.from(urls(), (url) => cloneName(parseAddress(url).url)))
    for (const name of await readdir(folder).catch(() => [])) {
      if (used.has(name)) continue
      const path = join(folder, name)
      try {
        // See `markFetched`. The time lies in the future if the clock was set back.
        const { mtimeMs } = await stat(join(path, 'HEAD'))
        const sinceMs = Math.max(0, Date.now() - mtimeMs)
        const end = ends.get(path) ?? performance.now() + DAY_MS - sinceMs
        ends.set(path, end)
        if (performance.now() < end) continue
        await rm(path, { recursive: true, force: true })
        onProgress(`removed ${path}: not in the configuration and not fetched for a day`)
      } catch {
        // The folder is not a clone, or was removed meanwhile.
      }
    }
  }
}
