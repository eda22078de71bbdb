import { rmSync } from 'node:fs'
import { createCache } from '../cache.ts'
import { openGenerations, type Values } from './generations.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'
import { createWriteThread } from './write-thread.ts'

/** Values, and how they get there. */
export interface OpenedStore {
  readonly queue: WriteQueue
  /** Valid until the next call. */
  get: Values['get']
  folder(): string | undefined
  bytesUsed(): number
  close(): Promise<void>
}

/** See `StoreOptions`. */
interface FolderOptions {
  readonly path: string | undefined
  readonly maxBytes: () => number
  readonly writesInThread?: boolean
  readonly collects?: boolean
  readonly warn?: (message: string) => void
}

/** Where values are in the end. */
interface Place {
  readonly folder: string | undefined
  readonly values: Values
  write(batch: ReadonlyMap<string, Buffer>): void | Promise<void>
  close(): Promise<void>
}

/** Of a store in memory. */
const MAX_MEMORY_BYTES = 64 << 20

/**
 * The values in the folder; where nothing can be written, as in a read-only home, in a temporary one or in memory. A
 * temporary folder is made with the first write: there is nothing to find in it before, and loading lmdb takes 30 ms.
 */
export function openFolder(options: FolderOptions): OpenedStore {
  const { path, collects = false, warn = () => {} } = options
  let place = path === undefined ? undefined : tryFolder(path, options)
  const open = (): Place => {
    place ??= temporaryPlace(options)
    return place
  }
  const write = (batch: ReadonlyMap<string, Buffer>) => open().write(batch)
  const queue = createWriteQueue(collects ? undefined : write, (error) => {
    const message = error instanceof Error ? error.message : String(error)
    warn(`${place?.folder}: cannot be written: ${message}`)
  })
  return {
    queue,
    get: (key) => place?.values.get(key),
    folder: () => open().folder,
    bytesUsed: () => place?.values.bytesUsed() ?? 0,
    async close() {
      // Nobody would find what is written now.
      if (place === undefined) queue.take()
      await queue.flush()
      await place?.close()
    },
  }
}

/** Values in the memory of this thread. */
export function openMemory(): OpenedStore {
  const { values, write, close } = memoryPlace()
  const queue = createWriteQueue(write, () => {})
  return { queue, get: values.get, folder: () => undefined, bytesUsed: values.bytesUsed, close }
}

function tryFolder(path: string, options: FolderOptions): Place | undefined {
  try {
    return folderPlace(path, options)
  } catch {
    // Read-only, or of a file system that cannot be mapped.
    return undefined
  }
}

function temporaryPlace(options: FolderOptions): Place {
  try {
    const folder = createTemporaryFolder()
    const place = folderPlace(folder, options)
    return {
      ...place,
      async close() {
        await place.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch {
    // All is derived again in each process.
    return memoryPlace()
  }
}

function folderPlace(
  folder: string,
  { maxBytes, writesInThread = false, warn = () => {} }: FolderOptions,
): Place {
  const values = openGenerations({ path: folder, maxBytes, warn })
  const thread = writesInThread ? createWriteThread(folder, maxBytes) : undefined
  return {
    folder,
    values,
    write: (batch) =>
      thread === undefined
        ? values.write(batch)
        : thread.write(batch).finally(() => values.follow()),
    async close() {
      await thread?.close()
      values.close()
    },
  }
}

function memoryPlace(): Place {
  const cache = createCache<Buffer>({ maxBytes: MAX_MEMORY_BYTES })
  const write = (values: Iterable<readonly [string, Buffer]>) => {
    for (const [key, value] of values) cache.set(key, value, value.length)
  }
  const values: Values = {
    get(key) {
      const bytes = cache.get(key)
      return bytes && { bytes, isOld: false }
    },
    write,
    follow() {},
    bytesUsed: () => 0,
    close() {},
  }
  return { folder: undefined, values, write, close: async () => {} }
}
