import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { giveTurn } from '../../run-yielding.ts'
import { BYTES, type Store } from '../../storage/store.ts'
import type { HistoryGroup } from './commit-index.ts'
import type { NewSegment } from './history-engine.ts'

/** The segments of an index in a store. */
interface StoredIndex {
  /** The segments that make the index, oldest first; none when one of them is gone. */
  read(): Uint8Array[]
  /** Resolves when it is stored as a whole. */
  add(segment: NewSegment): Promise<void>
}

/**
 * Stores the index of some files of a repository. Segments are stored by their hash, and a list names those of the index:
 * of two processes that extend it at the same time the later one wins.
 */
export function createStoredIndex(
  store: Store,
  { path, groups }: { readonly path: string; readonly groups: readonly HistoryGroup[] },
): StoredIndex {
  const segments = store.bucket({ name: 'segments', codec: BYTES })
  const lists = store.bucket<readonly string[]>({ name: 'histories' })
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
    async add({ parts, isFirst }) {
      const added: string[] = []
      for (const bytes of parts) {
        await giveTurn()
        const id = sumOf(bytes)
        segments.set(id, bytes)
        added.push(id)
      }
      ids = isFirst ? added : [...ids, ...added]
      lists.set(key, ids)
    },
  }
}

function sumOf(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex')
}
