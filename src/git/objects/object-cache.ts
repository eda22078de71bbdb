import type { GitObject } from './object.ts'

/** Objects by their place in a pack, whatever stands for the pack. */
export interface ObjectCache {
  get(pack: object, offset: number): GitObject | undefined
  set(pack: object, offset: number, object: GitObject): void
}

type Objects = WeakMap<object, Map<number, GitObject>>

// What an entry costs beside its bytes: key, record and Map slot.
const ENTRY_BYTES = 200

/**
 * A cache of at most `maxBytes` bytes (which includes the cost of entries); objects over a quarter of it are not kept.
 * It is asked for every object in a chain of deltas: a key of text, as `src/cache.ts` has, would cost too much.
 */
export function createObjectCache(maxBytes: number): ObjectCache {
  // Whenever the young ones fill a half, they become the old ones, and old ones that were not used since are dropped.
  let young: Objects = new WeakMap()
  let old: Objects = new WeakMap()
  let youngBytes = 0

  function get(pack: object, offset: number): GitObject | undefined {
    const known = young.get(pack)?.get(offset)
    if (known !== undefined) return known
    const object = old.get(pack)?.get(offset)
    if (object !== undefined) set(pack, offset, object)
    return object
  }

  function set(pack: object, offset: number, object: GitObject): void {
    const bytes = object.data.length + ENTRY_BYTES
    if (object.data.length > maxBytes / 4 || young.get(pack)?.has(offset)) return
    if (youngBytes + bytes > maxBytes / 2) {
      old = young
      young = new WeakMap()
      youngBytes = 0
    }
    const objects = young.get(pack) ?? new Map<number, GitObject>()
    young.set(pack, objects.set(offset, object))
    youngBytes += bytes
  }

  return { get, set }
}
