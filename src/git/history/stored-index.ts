import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { BYTES, type Store } from '../../storage/store.ts'
import type { HistoryGroup } from './commit-index.ts'
import type { NewSegment } from './history-engine.ts'
import { SEGMENT_VERSION } from './segment.ts'

/** The segments of an index in a store. */
interface StoredIndex {
  /** The segments that make the index, oldest first; none when one of them is gone. */
  read(): Uint8Array[]
  add(segment: NewSegment): void
}

/**
 * Stores the index of some files of a repository. Segments are stored by their hash, and a list names those of the index:
 * of two processes that extend it at the same time the later one wins.
 */
export function createStoredIndex(
  store: Store,
  { path, groups }: { readonly path: string; readonly groups: readonly HistoryGroup[] },
): StoredIndex {
  const segments = store.bucket({ name: 'segments', version: SEGMENT_VERSION, codec: BYTES })
  const lists = store.bucket<readonly string[]>({ name: 'histories', version: SEGMENT_VERSION })
  const patterns = groups.map((group) => group.patterns)
  const key = sumOf(JSON.stringify([resolve(path), patterns]))
  let ids: readonly string[] = []
  return {
    read() {
      ids = lists.get(key) ?? []
      const found = ids.flatMap((id) => segments.get(id) ?? [])
      if (found.length === ids.length) return found
      ids = []
      return []
    },
    add({ bytes, isFirst }) {
      const id = sumOf(bytes)
      ids = isFirst ? [id] : [...ids, id]
      segments.set(id, bytes)
      lists.set(key, ids)
    },
  }
}

function sumOf(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex')
}
