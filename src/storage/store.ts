import { type OpenedStore, openValues, type StoreHealth } from './opened-store.ts'
import { contentOf, pack, unpack } from './packed.ts'
import type { SharedValues } from './shared-values.ts'

export type { StoreHealth }

/** How values become bytes. Bytes for which `decode` throws count as not stored; they are valid only while it runs. */
export interface Codec<T, Out = T> {
  encode(value: T): Uint8Array | string
  decode(bytes: Buffer): Out
}

/** Values of one kind. Their keys name the content that they are derived from, in at most 1000 bytes. */
export interface Bucket<T, Out = T> {
  /** Undefined for a value that was not stored, stored by another build, damaged, or forgotten. */
  get(key: string): Out | undefined
  /** Stores a value, now for this thread and soon for others. */
  set(key: string, value: T): void
  /** Fetches values that are missing here from other nodes, if the bucket is shared; resolves to their number. Never rejects. */
  fetch(keys: Iterable<string>): Promise<number>
}

/** What `bucket` opens. */
export interface BucketOptions<T, Out> {
  readonly name: string
  /** JSON by default. */
  readonly codec?: Codec<T, Out>
  /** Whether what was decoded has the shape of a value. With it the bucket is shared with other nodes. */
  readonly isValid?: (value: Out) => boolean
}

/** How many values of a bucket there were since the store was opened. */
export interface ValueCounts {
  /** Worked out here. */
  derived: number
  /** Brought from another node. */
  brought: number
}

/**
 * Values derived from repositories that are costly to derive again; those that were not used for long are forgotten.
 * Threads and processes share them. No method throws: a value that cannot be read or written is derived again.
 */
export interface Store {
  bucket<T, Out = T>(options: BucketOptions<T, Out>): Bucket<T, Out>
  /** What values are shared through; undefined: they are not. */
  readonly shared: SharedValues | undefined
  /** By the name of the bucket. */
  readonly counts: ReadonlyMap<string, Readonly<ValueCounts>>
  /** The folder, for other threads to open; undefined where values live in the memory of this thread. */
  readonly path: string | undefined
  /** Settles when others find all that was set until now. */
  flush(): Promise<void>
  /** With `collects`: what was set since the last call, for `put` of another store. */
  take(): StoredValues
  /** Stores what another one's `take` gave. */
  put(values: StoredValues): void
  /** What the values take on disk. */
  bytesUsed(): number
  /** Whether it can be used now, after a look at the disk. */
  health(): StoreHealth
  /** Changes `maxBytes`, from the next write on. */
  resize(maxBytes: number): void
  /** Settles when everything is written. */
  close(): Promise<void>
}

/** Values as they are stored, all in one piece of memory: so threads copy them at once. */
export interface StoredValues {
  readonly keys: readonly string[]
  /** Where each ends in `bytes`. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface StoreOptions {
  /** Folder of its own, created when needed: each build has one in it. Undefined: values are in memory. */
  readonly path: string | undefined
  /** On disk, with what other builds have stored (default: 1 GiB). */
  readonly maxBytes?: number
  /** Whether values stay in memory until they are taken (default: no): so a thread may be stopped at any time. */
  readonly collects?: boolean
  /** Where values of shared buckets are kept beside, for other nodes. The store closes it. */
  readonly shared?: SharedValues | undefined
  /** Called when something in it is damaged, when it cannot be used, and when it can be again. */
  readonly warn?: (message: string) => void
}

const MAX_BYTES = 1 << 30

/** A store in a folder. It is opened when first used. */
export function openStore(options: StoreOptions): Store {
  return new FolderStore(options)
}

class FolderStore implements Store {
  readonly shared: SharedValues | undefined
  readonly path: string | undefined
  readonly counts = new Map<string, ValueCounts>()
  readonly #options: StoreOptions
  readonly #sharedBuckets = new Set<string>()
  #maxBytes: number
  #opened: OpenedStore | undefined

  constructor(options: StoreOptions) {
    this.#options = options
    this.#maxBytes = options.maxBytes ?? MAX_BYTES
    this.shared = options.shared
    this.path = options.path
  }

  bucket<T, Out = T>({
    name,
    codec = jsonCodec<T, Out>(),
    isValid,
  }: BucketOptions<T, Out>): Bucket<T, Out> {
    const prefix = `${name}/`
    if (isValid !== undefined) this.#sharedBuckets.add(name)
    return {
      get: (key) => decode(prefix + key, codec, this.#open()),
      set: (key, value) => this.#add(prefix + key, pack(prefix + key, codec.encode(value))),
      fetch: async (keys) => {
        if (this.shared === undefined || isValid === undefined) return 0
        const values = await this.shared.get([...keys].map((key) => prefix + key))
        const valid = values.filter(([key, packed]) => isOf(key, packed, codec, isValid))
        for (const [key, packed] of valid) this.#open().queue.set(key, packed)
        this.#countsOf(name).brought += valid.length
        return valid.length
      },
    }
  }

  async flush(): Promise<void> {
    await this.#opened?.queue.flush()
  }

  take(): StoredValues {
    return joinValues(this.#open().queue.take())
  }

  put({ keys, ends, bytes }: StoredValues): void {
    const buffer = Buffer.from(bytes.buffer)
    for (const [index, key] of keys.entries()) {
      this.#add(key, buffer.subarray(ends[index - 1] ?? 0, ends[index]))
    }
  }

  bytesUsed(): number {
    return this.#open().bytesUsed()
  }

  health(): StoreHealth {
    return this.#open().health()
  }

  resize(maxBytes: number): void {
    this.#maxBytes = maxBytes
  }

  async close(): Promise<void> {
    const closing = this.#opened
    // Work that ends late still uses the store.
    this.#opened = openValues({ path: undefined, maxBytes: () => this.#maxBytes })
    await Promise.all([closing?.close(), this.shared?.close()])
  }

  #open(): OpenedStore {
    this.#opened ??= openValues({ ...this.#options, maxBytes: () => this.#maxBytes })
    return this.#opened
  }

  #countsOf(bucket: string): ValueCounts {
    const valueCounts = this.counts.get(bucket) ?? { derived: 0, brought: 0 }
    this.counts.set(bucket, valueCounts)
    return valueCounts
  }

  /** Stores what was derived here. */
  #add(key: string, packed: Buffer): void {
    const bucket = key.slice(0, key.indexOf('/'))
    this.#countsOf(bucket).derived++
    this.#open().queue.set(key, packed)
    if (this.#sharedBuckets.has(bucket)) this.shared?.set(key, packed)
  }
}

/** The stored value, else the one that `compute` gives, stored. Throws what that throws. */
export function remember<T>(bucket: Bucket<T>, key: string, compute: () => T): T {
  const cached = bucket.get(key)
  if (cached !== undefined) return cached
  const value = compute()
  bucket.set(key, value)
  return value
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

function jsonCodec<T, Out>(): Codec<T, Out> {
  // The checksum proves that it is what was encoded.
  return { encode: JSON.stringify, decode: (bytes) => JSON.parse(bytes.toString('utf8')) as Out }
}

function decode<Out>(
  key: string,
  codec: Codec<never, Out>,
  { queue, get }: OpenedStore,
): Out | undefined {
  let packed = queue.get(key)
  if (packed === undefined) {
    const value = get(key)
    if (value === undefined) return undefined
    packed = value.packed
    if (value.isOld) {
      packed = Buffer.from(packed)
      queue.set(key, packed)
    }
  }
  try {
    return codec.decode(contentOf(packed))
  } catch {
    // It is derived again.
    return undefined
  }
}

/** Whether bytes from elsewhere are what they should be: whole, of this key, and of the shape of a value. */
function isOf<Out>(
  key: string,
  packed: Buffer,
  codec: Codec<never, Out>,
  isValid: (value: Out) => boolean,
): boolean {
  const bytes = unpack(key, packed)
  if (bytes === undefined) return false
  try {
    return isValid(codec.decode(bytes))
  } catch {
    // It has not even the form of one.
    return false
  }
}
