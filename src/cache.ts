import { LRUCache } from 'lru-cache'

/** A bounded map from text keys; the least recently used entries leave first. */
export interface Cache<V> {
  get(key: string): V | undefined
  /** `bytes` is the size of the value; one larger than the whole cache is not kept. */
  set(key: string, value: V, bytes: number): void
}

export function createCache<V extends object>({ maxBytes }: { maxBytes: number }): Cache<V> {
  const entries = new LRUCache<string, V>({ maxSize: maxBytes })
  return {
    get: (key) => entries.get(key),
    set(key, value, bytes) {
      entries.set(key, value, { size: Math.max(1, Math.ceil(bytes)) })
    },
  }
}
