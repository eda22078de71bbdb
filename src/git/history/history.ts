import { hash } from 'node:crypto'
import { join } from 'node:path'
import { remember, type Store, structuredCodec } from '../../store/store.ts'
import { findGitFolder } from '../git-folder.ts'
import { isOid } from '../objects/object.ts'
import { type OpenOptions, openRepository } from '../open.ts'
import type { Repository } from '../repository.ts'
import { readTextFile } from '../text-file.ts'
import type { CommitIndex } from './commit-index.ts'
import { type Extension, extendIndex } from './extend.ts'
import { packRows, type RowColumns } from './rows.ts'
import {
  type IndexLocation,
  indexName,
  keepIndex,
  openIndex,
  storeExtension,
} from './stored-index.ts'
import { type WalkMode, walk } from './walk.ts'

export type { HistoryGroup } from './commit-index.ts'
export { createRows, type HistoryRow, type HistoryRows, type RowColumns } from './rows.ts'
export { type IndexLocation, indexName, type PackedGroups, packGroups } from './stored-index.ts'
export type { WalkMode } from './walk.ts'

/** The result of updating an index. */
export interface HistoryState {
  /** How many commits are reachable from the tips. */
  readonly commits: number
  /** How many of these commits are new to the index. */
  readonly added: number
  /** Ids of the stored segments, oldest first; other threads open the index by them. */
  readonly ids: readonly string[]
}

/** Which rows to read. */
export interface RowsOptions {
  readonly group: string
  readonly tip: string
  readonly mode: WalkMode
}

/**
 * Extends a stored index to the served commits of all branches. An index of another commit (`isSide`) stays as it is if it
 * has the commit. Throws RepositoryError, changing nothing then.
 */
export function updateIndex(
  place: IndexLocation,
  tips: readonly string[],
  store: Store,
  isSide = false,
): HistoryState {
  const opened = openIndex(place, store)
  const { commits } = opened.index
  // A cut-off history may have been deepened.
  if (
    isSide &&
    commits.shallow().length === 0 &&
    tips.every((tip) => commits.placeOf(tip) !== undefined)
  )
    return { commits: commits.length, added: 0, ids: opened.ids }
  const extension = extend(opened.index, place, tips)
  const { index, added, isRebuilt } = extension
  const isNew = isRebuilt || added.commits.length > 0 || opened.index.tips.join() !== tips.join()
  const ids = isNew ? storeExtension(store, opened, extension) : opened.ids
  return { commits: index.commits.length, added: added.commits.length, ids }
}

/** Returns the changes of a group's files, remembered. Throws as `updateIndex`, and RangeError for an unknown group. */
export function readRows(
  place: IndexLocation,
  { group, tip, mode }: RowsOptions,
  store: Store,
): RowColumns {
  const find = (): RowColumns => {
    const index = indexWith(tip, place, store)
    const at = index.groups.findIndex(({ name }) => name === group)
    if (at < 0) throw new RangeError(`${group}: expected the name of a group`)
    return packRows(walk(index, { group: at, tip: index.commits.placeOf(tip)!, mode }))
  }
  const name = indexName(place, store)
  if (name === undefined) return find()
  const key = hash('sha1', JSON.stringify([name, place.groups.key, group, tip, mode]))
  return remember(store.bucket({ name: 'rows', codec: structuredCodec<RowColumns>() }), key, find)
}

/** An index grows with each side tip; after this many it restarts from the stored index. */
const MAX_SIDE_TIPS = 16

/** Returns the stored index, extended in memory if `tip` is not reachable from a served commit. */
function indexWith(tip: string, place: IndexLocation, store: Store): CommitIndex {
  const openedIndex = openIndex(place, store, MAX_SIDE_TIPS)
  // The side tips may predate a deepening of the clone, which no update reports.
  const isDated = openedIndex.sideTips > 0 && openedIndex.index.commits.shallow().length > 0
  if (openedIndex.index.commits.placeOf(tip) !== undefined && !isDated) return openedIndex.index
  const opened = openIndex(place, store, MAX_SIDE_TIPS - 1)
  const { index } = extend(opened.index, place, [...new Set([...opened.index.tips, tip])])
  keepIndex(store, { ...opened, index, sideTips: opened.sideTips + 1 })
  return index
}

function extend(
  index: CommitIndex,
  { gitDir: path, maxObjectBytes }: IndexLocation,
  tips: readonly string[],
): Extension {
  const source = openHistorySource({ path, maxObjectBytes })
  try {
    return extendIndex(index, source, tips)
  } finally {
    source.close()
  }
}

/** Opens a repository for indexing. Reads its `shallow` file only once, so that a walk sees one state of it. */
export function openHistorySource(options: OpenOptions): Repository {
  const { commonDir } = findGitFolder(options.path)
  const shallow = new Set(readTextFile(join(commonDir, 'shallow'))?.split('\n').filter(isOid))
  const repository = openRepository({ ...options, cacheBytes: 48 << 20 })
  return { ...repository, isShallow: (oid) => shallow.has(oid) }
}
