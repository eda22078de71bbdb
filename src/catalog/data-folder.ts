import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { lockDataDir } from '../git/data-dir-lock.ts'
import { measureDataDir } from '../git/data-size.ts'
import { createClonesRemover } from '../git/remote/unused-clones.ts'
import { openShared } from '../redis/shared.ts'
import { openStore, type Store } from '../store/store.ts'
import type { CatalogEvent } from './updates/announce.ts'
import { hasClones } from './updates/sources.ts'

export interface DataFolderOptions {
  readonly config: Config
  /** Folder for derived values if there is no data folder (default: in memory). */
  readonly cacheDir?: string
  /** The build, which tells nodes whose values fit; undefined if nothing is shared, as in short commands. */
  readonly build?: string
  readonly onEvent?: (event: CatalogEvent) => void
}

/** Less would not even hold what a start reads. */
const MIN_STORE_BYTES = 64 << 20
const SIZE_INTERVAL_MS = 5 * 60_000
const CLONES_INTERVAL_MS = 60 * 60_000

/**
 * Opens the data folder, if it exists or clones need it, and keeps it free of clones of other repositories than `urls`
 * names. Returns the derived values in it, and those shared with other nodes (undefined without `redis`). Throws
 * RepositoryError when another process uses it, or if the package that `redis` needs is missing.
 */
export async function openDataFolder(
  { config, cacheDir, build, onEvent }: DataFolderOptions,
  urls: () => Iterable<string>,
) {
  const { dataDir, disk, redis: url } = config
  const warn = (message: string) => onEvent?.({ type: 'alert', component: 'store', message })
  const onProgress = (message: string) =>
    onEvent?.({ type: 'progress', component: 'data_dir', message })
  const isShared = url !== '' && build !== undefined
  const shared = isShared ? await openShared({ url, prefix: `gitglot/${build}/`, warn }) : undefined
  const lock = (served: Config) => (hasClones(served) ? lockDataDir(dataDir) : undefined)
  let held: ReturnType<typeof lock>
  try {
    held = lock(config)
  } catch (error) {
    shared?.close()
    throw error
  }
  const isInDataDir = held !== undefined || existsSync(dataDir)
  const folder = isInDataDir ? dataDir : cacheDir
  const store = openStore({
    path: folder && join(folder, 'store'),
    ...(isInDataDir && { maxBytes: disk }),
    shared: shared?.values,
    warn,
  })
  const stops = held
    ? [
        repeat(CLONES_INTERVAL_MS, createClonesRemover(dataDir, urls, onProgress)),
        repeat(SIZE_INTERVAL_MS, () => resize(store, config)),
      ]
    : []
  return {
    store,
    shared,
    /** Locks the folder if a configuration has clones. Throws RepositoryError when another process uses it. */
    lockFor(newConfig: Config): void {
      held ??= lock(newConfig)
    },
    async close(): Promise<void> {
      for (const stop of stops) stop()
      await store.close()
      shared?.close()
      held?.release()
    },
  }
}

/** Gives the store the room that clones leave. */
async function resize(store: Store, { dataDir, disk }: Config): Promise<void> {
  const { clones, rest } = await measureDataDir(dataDir)
  store.resize(Math.max(disk - clones - rest, MIN_STORE_BYTES))
}

/** Runs work, which must not reject, now and after each interval. Returns the function that stops this. */
function repeat(intervalMs: number, work: () => Promise<void>): () => void {
  void work()
  const timer = setInterval(work, intervalMs).unref()
  return () => clearInterval(timer)
}
