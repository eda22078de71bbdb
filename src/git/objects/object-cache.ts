import type { GitObject } from './object.ts'

/** Objects by place in a pack, those that were not used for long dropped. */
interface ObjectCache {
  get(packId: number, offset: number): GitObject | undefined
  set(packId: number, offset: number, object: GitObject): void
}

/** By offset, of each pack by its id. */
type Objects = Map<number, Map<number, GitObject>>

// What an entry costs beside its bytes: key, record and Map slot.
const ENTRY_BYTES = 200

/** A cache of at most `maxBytes` bytes (which includes the cost of entries); objects over an eighth of it are not kept. */
export function createObjectCache(maxBytes: number): ObjectCache {
  // Whenever the young ones fill a half, they become the old ones, and old ones that were not used since are dropped.
  let young: Objects = new Map()
  let old: Objects = new Map()
  let youngBytes = 0

  function get(packId: number, offset: number): GitObject | undefined {
    const known = young.get(packId)?.get(offset)
    if (known !== undefined) return known
    const object = old.get(packId)?.get(offset)
    if (object !== undefined) set(packId, offset, object)
    return object
  }

  function set(packId: number, offset: number, object: GitObject): void {
    const bytes = object.data.length + ENTRY_BYTES
    if (object.data.length > maxBytes / 8 || young.get(packId)?.has(offset)) return
    if (youngBytes + bytes > maxBytes / 2) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    let objects = young.get(packId)
    if (objects === undefined) {
      objects = new Map()
      young.set(packId, objects)
    }
    objects.set(offset, object)
    youngBytes += bytes
  }

  return { get, set }
}
