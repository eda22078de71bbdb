import { join } from 'node:path'
import { buildName } from '../build.ts'
import { createCache } from '../cache.ts'
import { reasonOf } from '../errors.ts'
import { type FoundValue, ValueFolder } from './value-folder.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

/** An opened store: its values and their writer. */
export interface OpenedStore {
  readonly queue: WriteQueue
  /** Returns a value that is valid until the next call. */
  get(key: string): FoundValue | undefined
  /** Checks the state of the disk. */
  health(): StoreHealth
  bytesUsed(): number
  close(): Promise<void>
}

/** The health of a store on disk. */
export interface StoreHealth {
  /** Why nothing can be read or written now. Values are kept in memory in the meantime. */
  readonly error: string | undefined
  /** The latest damage found; damaged values are derived again. */
  readonly damage: { readonly message: string; readonly at: Date } | undefined
}

interface OpenOptions {
  /** Folder with the stores of all builds; undefined for a store in memory. */
  readonly path: string | undefined
  readonly maxBytes: () => number
  /** Whether values stay in memory until they are taken. */
  readonly collects?: boolean
  readonly warn?: (message: string) => void
}

/** Memory limit for values that are not on disk. */
const MAX_MEMORY_BYTES = 64 << 20

/** Opens this build's values in a folder. Values that cannot be written stay in the memory of this thread. */
export function openValues({
  path,
  maxBytes,
  collects = false,
  warn = () => {},
}: OpenOptions): OpenedStore {
  const memory = createCache<Buffer>({ maxBytes: MAX_MEMORY_BYTES })
  let error: string | undefined
  let damage: StoreHealth['damage']

  function onDamage(message: string): void {
    damage = { message, at: new Date() }
    warn(message)
  }

  function fail(cause: unknown): void {
    if (error === undefined) warn(`${path}: ${reasonOf(cause)}; values are kept in memory`)
    error = reasonOf(cause)
  }

  function succeed(): void {
    if (error !== undefined) warn(`${path}: works again`)
    error = undefined
  }

  const folder = path && new ValueFolder({ path: join(path, buildName()), maxBytes, onDamage })

  async function write(values: ReadonlyMap<string, Buffer>): Promise<void> {
    try {
      if (folder) await folder.write([...values])
      else keep(values)
      succeed()
    } catch (cause) {
      keep(values)
      fail(cause)
    }
  }

  function keep(values: ReadonlyMap<string, Buffer>): void {
    for (const [key, value] of values) memory.set(key, value, value.length)
  }

  /** Reads from the folder; returns undefined if that fails. */
  function tryRead<T>(read: (folder: ValueFolder) => T): T | undefined {
    try {
      return folder ? read(folder) : undefined
    } catch (cause) {
      fail(cause)
      return undefined
    }
  }

  return {
    queue: createWriteQueue(collects ? undefined : write),
    get(key) {
      const packed = memory.get(key)
      return packed ? { packed, isOld: false } : tryRead((values) => values.get(key))
    },
    health() {
      try {
        if (folder) folder.check()
        return { error, damage }
      } catch (cause) {
        return { error: error ?? reasonOf(cause), damage }
      }
    },
    bytesUsed: () => tryRead((values) => values.bytesUsed()) ?? 0,
    async close() {
      await this.queue.flush()
      if (folder) folder.close()
    },
  }
}
