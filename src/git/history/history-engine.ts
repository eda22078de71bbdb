import { appendSegment, type CommitIndex, createIndex, type HistoryGroup } from './commit-index.ts'
import { extendIndex } from './extend.ts'
import { packRows, type RowColumns } from './rows.ts'
import { decodeSegment, encodeSegment } from './segment.ts'
import { openHistorySource } from './source.ts'
import { type WalkMode, walk } from './walk.ts'

/** What is asked of a history. */
export interface HistoryRequest {
  readonly id: number
  /** Number of the history: its index is kept until `close`. */
  readonly history: number
  readonly path: string
  readonly maxObjectBytes: number
  readonly groups: readonly HistoryGroup[]
  readonly tips: readonly string[]
  /** Segments of the index, for an engine that does not know the history; those that fit together or none. */
  readonly segments?: readonly Uint8Array[]
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

/** A segment to store: alone where the index was built anew, else after those before. */
export interface NewSegment {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isFirst: boolean
}

/** The answer to a request, or what went wrong in words. */
export type HistoryAnswer = { readonly id: number } & (
  | { readonly state: HistoryState; readonly segment?: NewSegment | undefined }
  | { readonly columns: RowColumns; readonly segment?: NewSegment | undefined }
  /** The engine does not know the history: it is to be asked again, with segments. */
  | { readonly isUnknown: true }
  | { readonly message: string }
)

/** Answers requests, one after the other. The index of a history is kept until it is told to close that. */
export interface HistoryEngine {
  /** Yields after each commit that it reads. Throws nothing: the answer says what went wrong. */
  answer(request: HistoryRequest): Generator<void, HistoryAnswer>
}

/** An engine that knows nothing. */
export function createHistoryEngine(): HistoryEngine {
  const indexes = new Map<number, CommitIndex>()

  function* find(request: HistoryRequest): Generator<void, HistoryAnswer> {
    const { id, history, task, tips, groups, segments } = request
    if (task === 'close') {
      indexes.delete(history)
      return { id, state: { commits: 0, added: 0 } }
    }
    let index = indexes.get(history)
    if (index === undefined) {
      if (segments === undefined) return { id, isUnknown: true }
      index = segments.map(decodeSegment).reduce(appendSegment, createIndex(groups))
    }
    let added = 0
    let segment: NewSegment | undefined
    if (task === 'update' || tips.length === 0 || tips.join() !== index.tips.join()) {
      const update = yield* extend(index, request)
      index = update.index
      added = update.added
      segment = update.segment
    }
    indexes.set(history, index)
    if (task === 'update') return { id, segment, state: { commits: index.commits.length, added } }
    const { group, tip, mode } = task
    const place = index.places.get(tip)
    if (place === undefined) {
      return { id, message: `commit ${tip}: expected one behind a known tip` }
    }
    return { id, segment, columns: packRows(walk(index, { group, tip: place, mode })) }
  }

  return {
    *answer(request) {
      try {
        return yield* find(request)
      } catch (error) {
        return { id: request.id, message: error instanceof Error ? error.message : String(error) }
      }
    },
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
      isNew && isStored ? { bytes: encodeSegment(added), isFirst: isRebuilt } : undefined
    return { index, added: added.commits.length, segment }
  } finally {
    source.close()
  }
}
