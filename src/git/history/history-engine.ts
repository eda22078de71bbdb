import { RepositoryError } from '../../errors.ts'
import { appendSegment, type CommitIndex, createIndex, type HistoryGroup } from './commit-index.ts'
import { extendIndex } from './extend.ts'
import { packRows, type RowColumns } from './rows.ts'
import { decodeSegment, encodeParts } from './segment.ts'
import { openHistorySource } from './source.ts'
import { type WalkMode, walk } from './walk.ts'

/** A task for the engine. */
export interface HistoryRequest {
  /** Number of the history: its index is kept until `close`. */
  readonly history: number
  readonly path: string
  readonly maxObjectBytes: number
  readonly tips: readonly string[]
  /** What its index begins with, for an engine that does not know the history: the stored segments. */
  readonly start?: {
    readonly groups: readonly HistoryGroup[]
    readonly segments: readonly Uint8Array[]
  }
  /** Whether answers have the segments that are to be stored. */
  readonly isStored: boolean
  /** `update` only brings the index up to date. */
  readonly task:
    | 'update'
    | 'close'
    | { readonly group: number; readonly tip: string; readonly mode: WalkMode }
}

/** What an update of the index found. */
export interface HistoryState {
  /** How many commits are behind the tips. */
  readonly commits: number
  /** How many of them were not known before. */
  readonly added: number
}

/** A segment to store: after the others, or instead of them when the index was built anew. */
export interface NewSegment {
  /** See `encodeParts`. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly isFirst: boolean
}

export interface HistoryAnswer {
  readonly state: HistoryState
  readonly segment: NewSegment | undefined
  /** The rows of a walk. */
  readonly columns?: RowColumns
}

/**
 * Does one task after the other, yielding after each commit that it reads. Returns undefined for a history that it does
 * not know: it needs its start. Throws RepositoryError for unreadable objects and commits that are behind no tip.
 */
export type HistoryEngine = (request: HistoryRequest) => Generator<void, HistoryAnswer | undefined>

/** Runs an engine, here or in a thread. */
export interface HistoryWalker {
  /** The engine's answer. Rejects with RepositoryError, also when a thread is stopped meanwhile. */
  ask(request: HistoryRequest): Promise<HistoryAnswer | undefined>
}

/** An engine that knows no history. */
export function createHistoryEngine(): HistoryEngine {
  const indexes = new Map<number, CommitIndex>()
  return function* run(request) {
    const { history, task, tips, start } = request
    if (task === 'close') {
      indexes.delete(history)
      return undefined
    }
    const stored = start?.segments
      .map(decodeSegment)
      .reduce(appendSegment, createIndex(start.groups))
    const before = indexes.get(history) ?? stored
    if (before === undefined) return undefined
    const isCurrent = task !== 'update' && tips.length > 0 && tips.join() === before.tips.join()
    const { index, added, segment } = isCurrent
      ? { index: before, added: 0, segment: undefined }
      : yield* extend(before, request)
    indexes.set(history, index)
    const state = { commits: index.commits.length, added }
    if (task === 'update') return { state, segment }
    const { group, tip, mode } = task
    const place = index.places.get(tip)
    if (place === undefined) {
      throw new RepositoryError(`commit ${tip}: expected one behind a known tip`, {
        code: 'not-found',
      })
    }
    return { state, segment, columns: packRows(walk(index, { group, tip: place, mode })) }
  }
}

function* extend(
  before: CommitIndex,
  { path, maxObjectBytes, tips, isStored }: HistoryRequest,
): Generator<void, { index: CommitIndex; added: number; segment: NewSegment | undefined }> {
  const source = openHistorySource({ path, maxObjectBytes })
  try {
    const { index, added, isRebuilt } = yield* extendIndex(before, source, tips)
    const isNew = isRebuilt || added.commits.length > 0 || before.tips.join() !== tips.join()
    const segment =
      isNew && isStored ? { parts: encodeParts(added), isFirst: isRebuilt } : undefined
    return { index, added: added.commits.length, segment }
  } finally {
    source.close()
  }
}
