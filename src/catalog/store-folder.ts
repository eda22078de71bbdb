import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { measureDataDir } from '../git/data-size.ts'
import type { Shared } from '../redis/shared.ts'
import { openStore, type Store } from '../storage/store.ts'
import type { CatalogEvent } from './updates/announce.ts'

export interface StoreFolderOptions {
  readonly config: Config
  /** Folder for derived values if there is no data folder (default: in memory). */
  readonly cacheDir?: string
  readonly onEvent?: (event: CatalogEvent) => void
}

/** Less would not even hold what a start reads. */
const MIN_STORE_BYTES = 64 << 20
const SIZE_INTERVAL_MS = 5 * 60_000

/** Opens the store in the data folder, if it exists or may be created. */
export function openStoreOf(
  { config, cacheDir, onEvent }: StoreFolderOptions,
  { isDataDirOurs, shared }: { isDataDirOurs: boolean; shared: Shared | undefined },
): Store {
  const isInDataDir = isDataDirOurs || existsSync(config.dataDir)
  const folder = isInDataDir ? config.dataDir : cacheDir
  const warn = (message: string) => onEvent?.({ type: 'alert', component: 'store', message })
  return openStore({
    path: folder && join(folder, 'store'),
    ...(isInDataDir && { maxBytes: config.disk }),
    shared: shared?.values,
    warn,
  })
}

/**
 * Gives the store the room that clones leave in the data folder, now and every few minutes. Returns the function that
 * stops this.
 */
export function sizeStore(
  { config }: Pick<StoreFolderOptions, 'config'>,
  store: Store,
): () => void {
  async function size(): Promise<void> {
    const { clones, rest } = await measureDataDir(config.dataDir)
    store.resize(Math.max(config.disk - clones - rest, MIN_STORE_BYTES))
  }
  void size()
  const timer = setInterval(size, SIZE_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
