import { createHash } from 'node:crypto'
import { createCache } from '../cache.ts'
import { type Database, openDatabase } from './database.ts'

/** How values become bytes. Bytes for which `decode` throws count as not stored. */
export interface Codec<T> {
  encode(value: T): Uint8Array | string
  decode(bytes: Buffer): T
}

/** Values of one kind. Their keys name the content that they are derived from, in at most 1000 bytes. */
export interface Bucket<T> {
  /** Undefined for a value that was not stored, stored by another version, or damaged. */
  get(key: string): T | undefined
  /** Stores a value, now for this process and soon for others. */
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
 * Values derived from repositories that are costly to derive again. Processes share them. No method throws: a value that
 * cannot be read or written is derived again.
 */
export interface Store {
  bucket<T>(options: BucketOptions<T>): Bucket<T>
  /** Settles when everything is written. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** Folder of its own, created when needed; undefined: values live in memory only. */
  readonly path: string | undefined
  /** A larger store is emptied (default: 1 GiB). */
  readonly maxBytes?: number
  /** Called when a store was damaged, and once when it cannot be written. */
  readonly warn?: (message: string) => void
}

const MAX_BYTES = 1 << 30
/** Of a store in memory. */
const MAX_MEMORY_BYTES = 64 << 20

/** A store in a folder. It is opened when first used: loading lmdb takes longer than most commands. */
export function openStore({ path, maxBytes = MAX_BYTES, warn = () => {} }: StoreOptions): Store {
  let database: Database | undefined
  function open(): Database {
    database ??= path === undefined ? undefined : openDatabase({ path, maxBytes, warn })
    database ??= createMemory()
    return database
  }

  return {
    bucket: ({ name, version, codec = jsonCodec() }) => {
      const keyOf = (key: string) => `${name}/${version}/${key}`
      return {
        get(key) {
          const stored = open().get(keyOf(key))
          return stored === undefined ? undefined : unpack(keyOf(key), stored, codec)
        },
        set: (key, value) => open().set(keyOf(key), pack(keyOf(key), codec.encode(value))),
      }
    },
    async close() {
      const closing = database
      // Work that ends late still uses the store.
      database = createMemory()
      await closing?.close()
    },
  }
}

/** Bytes as they are. */
export const BYTES: Codec<Uint8Array> = { encode: (bytes) => bytes, decode: (bytes) => bytes }

function jsonCodec<T>(): Codec<T> {
  // The checksum proves that it is what was encoded.
  return { encode: JSON.stringify, decode: (bytes) => JSON.parse(bytes.toString('utf8')) as T }
}

function createMemory(): Database {
  const values = createCache<Buffer>({ maxBytes: MAX_MEMORY_BYTES })
  return {
    get: values.get,
    set: (key, value) => values.set(key, value, value.length),
    async close() {},
  }
}

const SUM_BYTES = 8

/** lmdb does not notice damage on disk: each value is preceded by a checksum of its key and itself. */
function pack(key: string, content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([sumOf(key, bytes), bytes])
}

function unpack<T>(key: string, stored: Buffer, codec: Codec<T>): T | undefined {
  const bytes = stored.subarray(SUM_BYTES)
  if (!stored.subarray(0, SUM_BYTES).equals(sumOf(key, bytes))) return undefined
  try {
    return codec.decode(bytes)
  } catch {
    // Another version wrote it in another form: it is derived again.
    return undefined
  }
}

function sumOf(key: string, bytes: Buffer): Buffer {
  return createHash('sha1').update(key).update('\0').update(bytes).digest().subarray(0, SUM_BYTES)
}
