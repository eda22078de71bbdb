import { rmSync } from 'node:fs'
import { createCache } from '../cache.ts'
import { openGenerations, type Values } from './generations.ts'
import { pack, unpack } from './packed.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { createCollection, createWriteQueue, type WriteQueue } from './write-queue.ts'
import { createWriteThread, type WriteThread } from './write-thread.ts'

/** How values become bytes. Bytes for which `decode` throws count as not stored; they are valid only while it runs. */
export interface Codec<T> {
  encode(value: T): Uint8Array | string
  decode(bytes: Buffer): T
}

/** Values of one kind. Their keys name the content that they are derived from, in at most 1000 bytes. */
export interface Bucket<T> {
  /** Undefined for a value that was not stored, stored by another version, damaged, or forgotten. */
  get(key: string): T | undefined
  /** Stores a value, now for this thread and soon for others. */
  set(key: string, value: T): void
}

export interface BucketOptions<T> {
  readonly name: string
  /** Raise it whenever the same key stands for another value. */
  readonly version: number
  /** JSON by default. */
  readonly codec?: Codec<T>
}

/**
 * Values derived from repositories that are costly to derive again; those that were not used for long are forgotten.
 * Threads and processes share them. No method throws: a value that cannot be read or written is derived again.
 */
export interface Store {
  bucket<T>(options: BucketOptions<T>): Bucket<T>
  /** The folder, for other threads to open; undefined where values live in the memory of this thread. */
  folder(): string | undefined
  /** Settles when others find all that was set until now. */
  flush(): Promise<void>
  /** With `collects`: what was set since the last call, for `put` of another store. */
  take(): StoredValues
  /** Stores what another one's `take` gave. */
  put(values: StoredValues): void
  /** What the values take on disk. */
  bytesUsed(): number
  /** Changes `maxBytes`, from the next write on. */
  resize(maxBytes: number): void
  /** Settles when everything is written. */
  close(): Promise<void>
}

/** Values as they are stored, all in one piece of memory, which a thread can hand over. */
export interface StoredValues {
  readonly keys: readonly string[]
  /** Where each ends in `bytes`. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface StoreOptions {
  /** Folder of its own, created when needed; undefined: one for temporary files, removed when the store is closed. */
  readonly path: string | undefined
  /** On disk (default: 1 GiB). */
  readonly maxBytes?: number
  /** Whether a thread writes, so that this one never waits for other writers; false in short commands and in threads. */
  readonly writesInThread?: boolean
  /** Whether values stay in memory until they are taken (default: no): so a thread may be stopped at any time. */
  readonly collects?: boolean
  /** Called when a store was damaged, and once when it cannot be written. */
  readonly warn?: (message: string) => void
}

const MAX_BYTES = 1 << 30
/** Of a store in memory. */
const MAX_MEMORY_BYTES = 64 << 20

/** A store in a folder. It is opened when first used: loading lmdb takes longer than most commands. */
export function openStore({ maxBytes: given = MAX_BYTES, ...options }: StoreOptions): Store {
  let maxBytes = given
  let opened: OpenedStore | undefined
  function open(): OpenedStore {
    opened ??= openValues({ ...options, maxBytes: () => maxBytes })
    return opened
  }

  return {
    bucket: ({ name, version, codec = jsonCodec() }) => {
      const prefix = `${name}/${version}/`
      return {
        get: (key) => decode(prefix + key, codec, open()),
        set: (key, value) =>
          open().queue.set(prefix + key, pack(prefix + key, codec.encode(value))),
      }
    },
    folder: () => open().folder,
    flush: async () => opened?.queue.flush(),
    take: () => joinValues(open().queue.take()),
    put({ keys, ends, bytes }) {
      const { queue } = open()
      const all = Buffer.from(bytes.buffer)
      for (const [index, key] of keys.entries()) {
        queue.set(key, all.subarray(ends[index - 1] ?? 0, ends[index]))
      }
    },
    bytesUsed: () => open().values.bytesUsed(),
    resize(bytes) {
      maxBytes = bytes
    },
    async close() {
      const closing = opened
      // Work that ends late still uses the store.
      opened = useValues(createMemory())
      await closing?.close()
    },
  }
}

function joinValues(values: readonly (readonly [key: string, value: Buffer])[]): StoredValues {
  const ends = new Uint32Array(values.length)
  const bytes = new Uint8Array(values.reduce((sum, [, { length }]) => sum + length, 0))
  let end = 0
  for (const [index, [, value]] of values.entries()) {
    bytes.set(value, end)
    end += value.length
    ends[index] = end
  }
  return { keys: values.map(([key]) => key), ends, bytes }
}

/** Bytes as they are, in memory of their own. */
export const BYTES: Codec<Uint8Array> = {
  encode: (bytes) => bytes,
  decode: (bytes) => new Uint8Array(bytes),
}

function jsonCodec<T>(): Codec<T> {
  // The checksum proves that it is what was encoded.
  return { encode: JSON.stringify, decode: (bytes) => JSON.parse(bytes.toString('utf8')) as T }
}

function decode<T>(key: string, codec: Codec<T>, { queue, values }: OpenedStore): T | undefined {
  let packed = queue.get(key)
  if (packed === undefined) {
    const found = values.get(key)
    if (found === undefined) return undefined
    packed = found.bytes
    if (found.isOld) {
      packed = Buffer.from(packed)
      queue.set(key, packed)
    }
  }
  const bytes = unpack(key, packed)
  if (bytes === undefined) return undefined
  try {
    return codec.decode(bytes)
  } catch {
    // Another version wrote it in another form: it is derived again.
    return undefined
  }
}

interface OpenedStore {
  readonly folder: string | undefined
  readonly values: Values
  readonly queue: WriteQueue
  close(): Promise<void>
}

interface ValuesOptions extends Omit<StoreOptions, 'maxBytes'> {
  readonly maxBytes: () => number
}

/** The values in the folder; where nothing can be written, as in a read-only home, in a temporary one or in memory. */
function openValues(options: ValuesOptions): OpenedStore {
  const { path } = options
  if (path !== undefined) {
    try {
      return openFolder(path, options)
    } catch {
      // Read-only, or of a file system that cannot be mapped.
    }
  }
  try {
    const folder = createTemporaryFolder()
    const { close, ...store } = openFolder(folder, options)
    return {
      ...store,
      async close() {
        await close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch {
    // All is derived again in each process.
    return useValues(createMemory())
  }
}

function openFolder(
  path: string,
  { maxBytes, writesInThread = false, collects = false, warn = () => {} }: ValuesOptions,
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
  const queue = collects ? createCollection() : createWriteQueue(write, onFailure)
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
