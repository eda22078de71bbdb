import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { buildName } from '../build.ts'
import { createCache } from '../cache.ts'
import { reasonOf } from '../errors.ts'
import { contentOf, pack, unpack } from './packed.ts'
import { ValueFolder } from './value-folder.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * Converts values to bytes and back. Bytes for which `decode` throws count as not stored; they are only valid while it
 * runs.
 */
export interface Codec<T, Out = T> {
  encode(value: T): Uint8Array | string
  decode(bytes: Buffer): Out
}

/** Values of one kind. Keys of at most 1000 bytes identify the content from which a value is derived. */
export interface Bucket<T, Out = T> {
  /** Returns a value; undefined if it was not stored, stored by another build, damaged, or evicted. */
  get(key: string): Out | undefined
  /** Stores a value, at once for this thread and soon for others. */
  set(key: string, value: T): void
  /** Fetches missing values from other nodes, if the bucket is shared. Never rejects. */
  fetch(keys: Iterable<string>): Promise<void>
}

/** Options of `bucket`. */
interface BucketOptions<T, Out> {
  readonly name: string
  /** The encoding (default: JSON). */
  readonly codec?: Codec<T, Out>
  /** Whether other nodes can fetch the values (default: no). */
  readonly isShared?: boolean
}

/** The number of a bucket's new values since the store was opened. */
interface ValueCounts {
  derived: number
  /** Values fetched from another node. */
  brought: number
}

/** Packed values in a single buffer, which threads can copy at once. */
export interface StoredValues {
  readonly keys: readonly string[]
  /** End of each value in `bytes`. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Packed values that several nodes share. No method rejects: without it, each node works on its own. */
export interface SharedValues {
  /** Fetches the values that exist; none if they do not arrive soon. */
  get(keys: readonly string[]): Promise<readonly (readonly [key: string, value: Buffer])[]>
  /** Queues a value to be stored for other nodes. */
  set(key: string, value: Buffer): void
  /** Resolves once everything has been written or abandoned. */
  close(): Promise<void>
}

export interface StoreOptions {
  /**
   * A dedicated folder, created on demand, in which each build has its own folder. Undefined keeps values in memory.
   */
  readonly path: string | undefined
  /** Maximum size on disk, including the stores of other builds (default: 1 GiB). */
  readonly maxBytes?: number
  /**
   * Whether values stay in memory until they are taken, so that the thread can be terminated at any time (default: no).
   * Such a store misses what others wrote since the last `follow`.
   */
  readonly collects?: boolean
  /** A second storage for values of shared buckets, for use by other nodes. The store closes it. */
  readonly shared?: SharedValues | undefined
  /** Called if part of the store is damaged, if the store becomes unusable, and when it is usable again. */
  readonly warn?: (message: string) => void
}

const MAX_BYTES = 1 << 30
/** Memory limit for values that are not on disk. */
const MAX_MEMORY_BYTES = 64 << 20

/** Creates a store in a folder, whose files are opened on first use. */
export function openStore(options: StoreOptions): Store {
  return new Store(options)
}

/**
 * Values derived from repositories that are costly to derive again. Values that have not been used for long are
 * evicted. Threads and processes share them. No method throws: a value that cannot be read or written is derived again.
 */
export class Store {
  /** The storage shared with other nodes, if any. */
  readonly shared: SharedValues | undefined
  /** The folder, for other threads to open; undefined if values are in the memory of this thread. */
  readonly path: string | undefined
  readonly #warn: (message: string) => void
  readonly #counts = new Map<string, ValueCounts>()
  readonly #sharedBuckets = new Set<string>()
  readonly #memory = createCache<Buffer>({ maxBytes: MAX_MEMORY_BYTES })
  readonly #collects: boolean
  readonly #queue: ReturnType<typeof createWriteQueue>
  /** Undefined for a store in memory, or once closed: work that ends after `close` still uses the store. */
  #folder: ValueFolder | undefined
  #maxBytes: number
  /** Why nothing can be read or written now. Values are kept in memory in the meantime. */
  #error: string | undefined
  /** The latest damage found; damaged values are derived again. */
  #damage: { readonly message: string; readonly at: Date } | undefined

  constructor({
    shared,
    path,
    maxBytes = MAX_BYTES,
    collects = false,
    warn = () => {},
  }: StoreOptions) {
    this.shared = shared
    this.path = path
    this.#warn = warn
    this.#maxBytes = maxBytes
    this.#collects = collects
    this.#queue = createWriteQueue(collects ? undefined : (values) => this.#write(values))
    if (path === undefined) return
    const onDamage = (message: string) => {
      this.#damage = { message, at: new Date() }
      warn(message)
    }
    this.#folder = new ValueFolder(join(path, buildName()), () => this.#maxBytes, onDamage)
  }

  bucket<T, Out = T>({
    name,
    codec = jsonCodec<T, Out>(),
    isShared = false,
  }: BucketOptions<T, Out>): Bucket<T, Out> {
    const prefix = `${name}/`
    if (isShared) this.#sharedBuckets.add(name)
    return {
      get: (key) => this.#decode(prefix + key, codec),
      set: (key, value) => this.#add(prefix + key, pack(prefix + key, codec.encode(value))),
      fetch: async (keys) => {
        if (this.shared === undefined || !isShared) return
        const prefixed = Array.from(new Set(keys), (key) => prefix + key)
        const missing = prefixed.filter((key) => this.#decode(key, codec) === undefined)
        const values = await this.shared.get(missing)
        const intact = values.filter(([key, packed]) => unpack(key, packed) !== undefined)
        for (const [key, packed] of intact) this.#queue.set(key, packed)
        this.#countsOf(name).brought += intact.length
      },
    }
  }

  /** Counts by the name of the bucket. */
  get counts(): ReadonlyMap<string, Readonly<ValueCounts>> {
    return this.#counts
  }

  /** Resolves once others can read everything set so far. */
  async flush(): Promise<void> {
    await this.#queue.flush()
  }

  /** With `collects`, finds what others have written so far. */
  follow(): void {
    this.#tryRead((folder) => folder.follow())
  }

  /** With `collects`, returns the values set since the last call, for `put` of another store. */
  take(): StoredValues {
    return joinValues(this.#queue.take())
  }

  /** Stores the result of another store's `take`. */
  put({ keys, ends, bytes }: StoredValues): void {
    const buffer = Buffer.from(bytes.buffer)
    for (const [index, key] of keys.entries()) {
      this.#add(key, buffer.subarray(ends[index - 1] ?? 0, ends[index]))
    }
  }

  bytesUsed(): number {
    return this.#tryRead((folder) => folder.bytesUsed()) ?? 0
  }

  /** Checks the disk. Returns why the store is not usable now, if so, and the latest damage. */
  health() {
    let error = this.#error
    try {
      this.#folder?.check()
    } catch (cause) {
      error ??= reasonOf(cause)
    }
    return { error, damage: this.#damage }
  }

  /** Changes `maxBytes`, from the next write on. */
  resize(maxBytes: number): void {
    this.#maxBytes = maxBytes
  }

  /** Resolves once everything has been written. */
  async close(): Promise<void> {
    const closing = this.shared?.close()
    await this.#queue.flush()
    const folder = this.#folder
    this.#folder = undefined
    // A write may have begun meanwhile.
    await this.#queue.flush()
    folder?.close()
    await closing
  }

  #countsOf(bucket: string): ValueCounts {
    const valueCounts = this.#counts.get(bucket) ?? { derived: 0, brought: 0 }
    this.#counts.set(bucket, valueCounts)
    return valueCounts
  }

  /** Stores a value derived on this node. */
  #add(key: string, packed: Buffer): void {
    const bucket = key.slice(0, key.indexOf('/'))
    this.#countsOf(bucket).derived++
    this.#queue.set(key, packed)
    if (this.#sharedBuckets.has(bucket)) this.shared?.set(key, packed)
  }

  #decode<Out>(key: string, codec: Codec<never, Out>): Out | undefined {
    const packed = this.#queue.get(key) ?? this.#memory.get(key) ?? this.#read(key)
    if (packed === undefined) return undefined
    try {
      return codec.decode(contentOf(packed))
    } catch {
      // An undecodable value is derived again.
      return undefined
    }
  }

  /** Reads a value from disk; it is valid until the next call. Writes it again if it would be evicted soon. */
  #read(key: string): Buffer | undefined {
    const value = this.#tryRead((folder) => (this.#collects ? folder.find(key) : folder.get(key)))
    if (value?.isOld !== true) return value?.packed
    const packed = Buffer.from(value.packed)
    this.#queue.set(key, packed)
    return packed
  }

  /** Reads from the folder; returns undefined if that fails. */
  #tryRead<T>(read: (folder: ValueFolder) => T): T | undefined {
    try {
      return this.#folder && read(this.#folder)
    } catch (cause) {
      this.#fail(cause)
      return undefined
    }
  }

  /** Writes values to disk. Those that cannot be written stay in memory. */
  async #write(values: ReadonlyMap<string, Buffer>): Promise<void> {
    try {
      if (this.#folder === undefined) this.#keep(values)
      else await this.#folder.write([...values])
      if (this.#error !== undefined) this.#warn(`${this.path}: works again`)
      this.#error = undefined
    } catch (cause) {
      this.#keep(values)
      this.#fail(cause)
    }
  }

  #keep(values: ReadonlyMap<string, Buffer>): void {
    for (const [key, value] of values) this.#memory.set(key, value, value.length)
  }

  #fail(cause: unknown): void {
    const reason = reasonOf(cause)
    if (this.#error === undefined) this.#warn(`${this.path}: ${reason}; values are kept in memory`)
    this.#error = reason
  }
}

/** Returns the stored value, or computes and stores it. Throws what `compute` throws. */
export function remember<T>(bucket: Bucket<T>, key: string, compute: () => T): T {
  const cached = bucket.get(key)
  if (cached !== undefined) return cached
  const value = compute()
  bucket.set(key, value)
  return value
}

/** Any value that threads can exchange. */
export function structuredCodec<T>(): Codec<T> {
  // The bytes are valid only during the call, so they are copied.
  return { encode: serialize, decode: (bytes) => deserialize(Buffer.from(bytes)) }
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

function jsonCodec<T, Out>(): Codec<T, Out> {
  // The checksum proves that the bytes are what was encoded.
  return { encode: JSON.stringify, decode: (bytes) => JSON.parse(bytes.toString('utf8')) as Out }
}
