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

/** What an entry takes beside its key and its value, roughly. Keys come from outside: many small values count, too. */
const ENTRY_BYTES = 200

/** An empty cache that forgets what was used longest ago once its entries take more than `maxBytes` together. */
export function createCache<V extends object>({ maxBytes }: { maxBytes: number }): Cache<V> {
  const entries = new LRUCache<string, V>({ maxSize: maxBytes })
  return {
    get: (key) => entries.get(key),
    set(key, value, bytes) {
      // Else the same value would keep the size that it had before.
      entries.delete(key)
      entries.set(key, value, { size: Math.ceil(bytes) + 2 * key.length + ENTRY_BYTES })
    },
    bytes: () => entries.calculatedSize,
  }
}
