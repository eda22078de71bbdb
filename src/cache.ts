import { LRUCache } from 'lru-cache'

/** A bounded map from text keys; the least recently used entries leave first. */
export interface Cache<V> {
  get(key: string): V | undefined
  /** `bytes` is the size of the value, to which that of the key is added; one larger than the whole cache is not kept. */
  set(key: string, value: V, bytes: number): void
  /** What its entries take together. */
  bytes(): number
}

/** The function that makes the value of an object once and keeps it as long as that object. */
export function oncePer<K extends object, V extends object>(create: (key: K) => V): (key: K) => V {
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

let lastIdentity = 0

/** Another text for each object, which a key can hold without keeping the object alive. */
export const identityOf: (object: object) => { readonly text: string } = oncePer(() => ({
  text: String(++lastIdentity),
}))

/** The function that makes a value when it is first asked for. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** What an entry takes beside its key and its value, roughly. Keys come from outside: many small values count, too. */
const ENTRY_BYTES = 200

interface CacheOptions {
  readonly maxBytes: number
  /**
   * How many of them may be taken by entries that nobody asked for since they were set (default: all): so reading through
   * everything once leaves what is used often, and what it brings leaves before it is old.
   */
  readonly maxUnusedBytes?: number
}

/** An empty cache that forgets what was used longest ago once its entries take more than `maxBytes` together. */
export function createCache<V extends object>({
  maxBytes,
  maxUnusedBytes = 0,
}: CacheOptions): Cache<V> {
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
    get: (key) => entries.get(key) ?? findUnused(key),
    set(key, value, bytes) {
      const size = Math.ceil(bytes) + 2 * key.length + ENTRY_BYTES
      // Else the same value would keep the size that it had before.
      const wasUsed = entries.delete(key)
      unused?.delete(key)
      const isSmall = size < maxUnusedBytes / 4
      const into = unused !== undefined && isSmall && !wasUsed ? unused : entries
      into.set(key, value, { size })
    },
    bytes: () => entries.calculatedSize + (unused?.calculatedSize ?? 0),
  }
}
