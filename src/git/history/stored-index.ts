import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { oncePer } from '../../cache.ts'
import { BYTES, type Store } from '../../storage/store.ts'
import { appendSegment, type CommitIndex, createIndex, type HistoryGroup } from './commit-index.ts'
import type { Extension } from './extend.ts'
import { decodeSegment, encodeParts } from './segment.ts'

/** Groups as one text, which passes from thread to thread in no time, and once for all places of a message that share it. */
export interface PackedGroups {
  readonly text: string
}

/** A repository, and the files of all components that live in it: when they change, the index is built anew. */
export interface IndexLocation {
  readonly gitDir: string
  readonly maxObjectBytes: number
  readonly groups: PackedGroups
  /** Of the segments of its index, see `HistoryState`; by default those that the store names. */
  readonly ids?: readonly string[] | undefined
}

export function packGroups(groups: readonly HistoryGroup[]): PackedGroups {
  return { text: JSON.stringify(groups) }
}

export function unpackGroups({ groups }: IndexLocation): readonly HistoryGroup[] {
  // Packed by us.
  return JSON.parse(groups.text) as readonly HistoryGroup[]
}

/** An index, and how much of it is stored. */
export interface OpenedIndex {
  readonly key: string
  /** Of the segments in the store, oldest first. */
  readonly ids: readonly string[]
  readonly index: CommitIndex
  /** Tips that the stored index does not have: their commits are behind no served one. */
  readonly sideTips: number
}

/** The index that a thread used last: the next question is mostly about the same. */
const lastOf = oncePer((_: Store): { opened?: OpenedIndex } => ({}))

/**
 * The index as it is stored: segments by their hash, and a list that names them. Of two processes that extend it at the
 * same time the later one wins. It knows nothing when a segment is gone. With at most `sideTips` others it is the one at
 * hand.
 */
export function openIndex(
  place: IndexLocation,
  store: Store,
  { sideTips = 0 }: { readonly sideTips?: number } = {},
): OpenedIndex {
  const key = keyOf(place)
  const last = lastOf(store).opened
  const openedIndex = last?.key === key ? last : undefined
  // Another process may have extended it. What a thread has looked up once it does not look up anew.
  const ids = place.ids ?? listsIn(store).get(key) ?? openedIndex?.ids ?? []
  if (
    openedIndex !== undefined &&
    openedIndex.sideTips <= sideTips &&
    openedIndex.ids.join() === ids.join()
  )
    return openedIndex
  const encoded = ids.flatMap((id) => segmentsIn(store).get(id) ?? [])
  const isWhole = encoded.length === ids.length
  const segments = isWhole ? encoded.map(decodeSegment) : []
  return keepIndex(store, {
    key,
    ids: isWhole ? ids : [],
    index: segments.reduce(appendSegment, createIndex(unpackGroups(place))),
    sideTips: 0,
  })
}

/** Names an index as it is stored: the same name means the same commits and rows. Undefined where it is not. */
export function indexName(place: IndexLocation, store: Store): string | undefined {
  return (place.ids ?? listsIn(store).get(keyOf(place)))?.at(-1)
}

function keyOf({ gitDir, groups }: IndexLocation): string {
  return sumOf(JSON.stringify([resolve(gitDir), groupsKey(groups).text]))
}

/** Digests the text once for all places that share it. */
export const groupsKey: (groups: PackedGroups) => PackedGroups = oncePer(
  ({ text }: PackedGroups) => ({ text: sumOf(text) }),
)

/** Stores what was added to an index; the ids of its segments. */
export function storeExtension(
  store: Store,
  { key, ids }: OpenedIndex,
  { index, added, isRebuilt }: Extension,
): readonly string[] {
  const segments = segmentsIn(store)
  const addedIds = encodeParts(added).map((bytes) => {
    const id = sumOf(bytes)
    segments.set(id, bytes)
    return id
  })
  const next = isRebuilt ? addedIds : [...ids, ...addedIds]
  listsIn(store).set(key, next)
  keepIndex(store, { key, ids: next, index, sideTips: 0 })
  return next
}

/** Has an index at hand for the next question, instead of the one before. */
export function keepIndex(store: Store, opened: OpenedIndex): OpenedIndex {
  lastOf(store).opened = opened
  return opened
}

const segmentsIn = (store: Store) => store.bucket({ name: 'segments', codec: BYTES })
const listsIn = (store: Store) => store.bucket<readonly string[]>({ name: 'histories' })

function sumOf(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex')
}
