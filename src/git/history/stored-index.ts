import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { oncePer } from '../../cache.ts'
import type { Store } from '../../store/store.ts'
import type { RepositoryLocation } from '../repository.ts'
import { appendSegment, type CommitIndex, createIndex, type HistoryGroup } from './commit-index.ts'
import type { Extension } from './extend.ts'
import { encodeParts, SEGMENTS } from './segment.ts'

/** Groups as one string, which threads exchange fast, and its hash; locations in one message share them. */
export interface PackedGroups {
  readonly text: string
  readonly key: string
}

/** A repository, and the files of all its components. The index is rebuilt when these files change. */
export interface IndexLocation extends RepositoryLocation {
  readonly groups: PackedGroups
  /** Ids of the index's segments, see `HistoryState`; by default those that the store lists. */
  readonly ids?: readonly string[] | undefined
}

export function packGroups(groups: readonly HistoryGroup[]): PackedGroups {
  const text = JSON.stringify(groups)
  return { text, key: hash('sha1', text) }
}

/** An index, and which part of it is stored. */
export interface OpenedIndex {
  readonly key: string
  /** Ids of the stored segments, oldest first. */
  readonly ids: readonly string[]
  readonly index: CommitIndex
  /** How many tips the stored index lacks, since their commits are not reachable from a served commit. */
  readonly sideTips: number
}

/** The index that a thread used last: consecutive requests are mostly about the same one. */
const lastOf = oncePer((_: Store): { opened?: OpenedIndex } => ({}))

/**
 * Opens a stored index: segments named by their hash, and a list of them. If two processes extend an index at the
 * same time, the last one wins. Returns an empty index if a segment is missing. Reuses the thread's last index if
 * that has at most `sideTips` side tips.
 */
export function openIndex(place: IndexLocation, store: Store, sideTips = 0): OpenedIndex {
  const key = keyOf(place)
  const last = lastOf(store).opened
  const openedIndex = last?.key === key ? last : undefined
  // Another process may have extended the index. Ids that a thread has looked up are not looked up again.
  const ids = place.ids ?? listsIn(store).get(key) ?? openedIndex?.ids ?? []
  if (
    openedIndex !== undefined &&
    openedIndex.sideTips <= sideTips &&
    openedIndex.ids.join() === ids.join()
  )
    return openedIndex
  const segments = ids.flatMap((id) => segmentsIn(store).get(id) ?? [])
  const isWhole = segments.length === ids.length
  // `packGroups` wrote the text.
  const empty = createIndex(JSON.parse(place.groups.text))
  return keepIndex(store, {
    key,
    ids: isWhole ? ids : [],
    index: isWhole ? segments.reduce(appendSegment, empty) : empty,
    sideTips: 0,
  })
}

/** Returns a name for the state of an index: equal names mean equal commits and rows; undefined if it is not stored. */
export function indexName(place: IndexLocation, store: Store): string | undefined {
  return (place.ids ?? listsIn(store).get(keyOf(place)))?.at(-1)
}

function keyOf({ gitDir, groups }: IndexLocation): string {
  return hash('sha1', JSON.stringify([resolve(gitDir), groups.key]))
}

/** Stores an extension, and returns the ids of all segments of the index. */
export function storeExtension(
  store: Store,
  { key, ids }: OpenedIndex,
  { index, added, isRebuilt }: Extension,
): readonly string[] {
  const segments = segmentsIn(store)
  const addedIds = encodeParts(added).map((part) => {
    const id = hash('sha1', part)
    segments.set(id, part)
    return id
  })
  const next = isRebuilt ? addedIds : [...ids, ...addedIds]
  listsIn(store).set(key, next)
  keepIndex(store, { key, ids: next, index, sideTips: 0 })
  return next
}

/** Remembers an index for the next request, replacing the previous one. */
export function keepIndex(store: Store, opened: OpenedIndex): OpenedIndex {
  lastOf(store).opened = opened
  return opened
}

const segmentsIn = (store: Store) => store.bucket({ name: 'segments', codec: SEGMENTS })
const listsIn = (store: Store) => store.bucket<readonly string[]>({ name: 'histories' })
