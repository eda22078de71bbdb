import { LRUCache } from 'lru-cache'

/** A bounded map with string keys, which evicts the least recently used entries. */
export type Cache<V extends object> = ReturnType<typeof createCache<V>>

/** Returns a function that computes a value for an object once and keeps it as long as the object lives. */
export function oncePer<K extends object, V extends object | string | number>(
  create: (key: K) => V,
): (key: K) => V {
  const values = new WeakMap<K, V>()
  return (key) => {
    let value = values.get(key)
    if (value === undefined) {
      value = create(key)
      values.set(key, value)
    }
    return value
  }
}

/** Does the same for texts; the values live as long as the returned function. */
export function oncePerText<V>(create: (text: string) => V): (text: string) => V {
  const values = new Map<string, V>()
  return (text) => {
    const cached = values.get(text)
    if (cached !== undefined || values.has(text)) return cached as V
    const value = create(text)
    values.set(text, value)
    return value
  }
}

let lastIdentity = 0

/** Returns a unique string for an object, for use in keys that must not keep the object alive. */
export const identityOf: (object: object) => string = oncePer(() => String(++lastIdentity))

/** Returns a function that computes a value on first use, and then no longer retains what it is computed from. */
export function once<T extends object | string>(make: () => T): () => T {
  let value: T | undefined
  let pending: (() => T) | undefined = make
  return () => {
    value ??= pending!()
    pending = undefined
    return value
  }
}

/**
 * Returns an empty map that keeps the `max` entries used last, and calls `dispose` with evicted and replaced values.
 */
export function createRecent<K extends string | number, V extends object | number>(
  max: number,
  dispose: (value: V) => void = () => {},
): Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown } {
  return new LRUCache<K, V>({ max, dispose })
}

/** Approximate overhead of an entry. It matters because clients choose keys, and so can create many small values. */
const ENTRY_BYTES = 200

interface CacheOptions {
  readonly maxBytes: number
  /**
   * Part of `maxBytes` for entries that were not used since they were set (default: all). A full scan then cannot evict
   * entries in regular use, and its own entries are evicted early.
   */
  readonly maxUnusedBytes?: number
}

/** Returns an empty cache that evicts the least recently used entries when its size exceeds `maxBytes`. */
export function createCache<V extends object>({ maxBytes, maxUnusedBytes = 0 }: CacheOptions) {
  const entries = new LRUCache<string, V>({ maxSize: maxBytes - maxUnusedBytes })
  const unused =
    maxUnusedBytes === 0 ? undefined : new LRUCache<string, V>({ maxSize: maxUnusedBytes })

  function findUnused(key: string): V | undefined {
    const value = unused?.get(key)
    if (unused === undefined || value === undefined) return undefined
    entries.set(key, value, { size: unused.info(key)?.size ?? 1 })
    unused.delete(key)
    return value
  }

  return {
    get: (key: string): V | undefined => entries.get(key) ?? findUnused(key),
    /**
     * `bytes` is the size of the value; the size of the key is added. A value larger than the whole cache is not stored.
     */
    set(key: string, value: V, bytes: number): void {
      const size = Math.ceil(bytes) + 2 * key.length + ENTRY_BYTES
      // Otherwise, setting the same value again would keep its old size.
      const wasUsed = entries.delete(key)
      unused?.delete(key)
      const isSmall = size < maxUnusedBytes / 4
      const into = unused !== undefined && isSmall && !wasUsed ? unused : entries
      into.set(key, value, { size })
    },
    bytes: () => entries.calculatedSize + (unused?.calculatedSize ?? 0),
  }
}

/** Approximate overhead of an object. */
const OBJECT_BYTES = 100

/** Returns the approximate memory of plain data, in bytes. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return OBJECT_BYTES + value.byteLength
  return Object.values(value).reduce((sum: number, item) => sum + bytesOf(item), OBJECT_BYTES)
}
