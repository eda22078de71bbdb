import type { GitObject } from './object.ts'

/** Objects by place in a pack, least recently used ones dropped. */
interface ObjectCache {
  get(packId: number, offset: number): GitObject | undefined
  set(packId: number, offset: number, object: GitObject): void
}

// What an entry costs beside its bytes: key, record and Map slot.
const entryBytes = 200

/** A cache of at most `maxBytes` bytes (which includes the cost of entries); objects over an eighth of it are not kept. */
export function createObjectCache(maxBytes: number): ObjectCache {
  // A Map lists its keys in the order of insertion: the first is the least recently used.
  const entries = new Map<string, GitObject>()
  let bytes = 0

  function get(packId: number, offset: number): GitObject | undefined {
    const key = `${packId}:${offset}`
    const object = entries.get(key)
    if (object) {
      entries.delete(key)
      entries.set(key, object)
    }
    return object
  }

  function set(packId: number, offset: number, object: GitObject): void {
    const key = `${packId}:${offset}`
    if (object.data.length > maxBytes / 8 || entries.has(key)) return
    entries.set(key, object)
    bytes += object.data.length + entryBytes
    for (const [oldest, { data }] of entries) {
      if (bytes <= maxBytes) break
      entries.delete(oldest)
      bytes -= data.length + entryBytes
    }
  }

  return { get, set }
}
