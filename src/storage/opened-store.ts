import { rmSync } from 'node:fs'
import { createCache } from '../cache.ts'
import { openGenerations, type Values } from './generations.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'
import { createWriteThread, type WriteThread } from './write-thread.ts'

/** Values, and how they get there. */
export interface OpenedStore {
  readonly folder: string | undefined
  readonly values: Values
  readonly queue: WriteQueue
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

/** Of a store in memory. */
const MAX_MEMORY_BYTES = 64 << 20

/** The values in the folder; where nothing can be written, as in a read-only home, in a temporary one or in memory. */
export function openFolder(options: FolderOptions): OpenedStore {
  const { path } = options
  if (path !== undefined) {
    try {
      return useFolder(path, options)
    } catch {
      // Read-only, or of a file system that cannot be mapped.
    }
  }
  try {
    const folder = createTemporaryFolder()
    const { close, ...store } = useFolder(folder, options)
    return {
      ...store,
      async close() {
        await close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch {
    // All is derived again in each process.
    return openMemory()
  }
}

function useFolder(
  path: string,
  { maxBytes, writesInThread = false, collects = false, warn = () => {} }: FolderOptions,
): OpenedStore {
  const values = openGenerations({ path, maxBytes, warn })
  const thread = writesInThread ? createWriteThread(path, maxBytes) : undefined
  return useValues(values, {
    folder: path,
    thread,
    collects,
    onFailure(error) {
      const message = error instanceof Error ? error.message : String(error)
      warn(`${path}: cannot be written: ${message}`)
    },
  })
}

function useValues(
  values: Values,
  {
    folder,
    thread,
    collects = false,
    onFailure = () => {},
  }: {
    readonly folder?: string
    readonly thread?: WriteThread | undefined
    readonly collects?: boolean
    readonly onFailure?: (error: unknown) => void
  } = {},
): OpenedStore {
  const write =
    thread === undefined
      ? values.write
      : (batch: Parameters<WriteThread['write']>[0]) =>
          thread.write(batch).finally(() => values.follow())
  const queue = createWriteQueue(collects ? undefined : write, onFailure)
  return {
    folder,
    values,
    queue,
    async close() {
      await queue.flush()
      await thread?.close()
      values.close()
    },
  }
}

/** Values in the memory of this thread. */
export function openMemory(): OpenedStore {
  return useValues(createMemory())
}

function createMemory(): Values {
  const cache = createCache<Buffer>({ maxBytes: MAX_MEMORY_BYTES })
  return {
    get(key) {
      const bytes = cache.get(key)
      return bytes && { bytes, isOld: false }
    },
    write(values) {
      for (const [key, value] of values) cache.set(key, value, value.length)
    },
    follow() {},
    bytesUsed: () => 0,
    close() {},
  }
}
