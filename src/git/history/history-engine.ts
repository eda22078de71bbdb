import { type CommitIndex, createIndex, type HistoryGroup } from './commit-index.ts'
import { extendIndex } from './extend.ts'
import { createIndexFile, type IndexFile } from './index-file.ts'
import { packRows, type RowColumns } from './rows.ts'
import { openHistorySource } from './source.ts'
import { type WalkMode, walk } from './walk.ts'

/** What is asked of a history; each request says all it needs, so that a new engine can answer it too. */
export interface HistoryRequest {
  readonly id: number
  /** Number of the history: what is known of it is kept until `close`. */
  readonly history: number
  readonly path: string
  readonly maxObjectBytes: number
  /** Where the index is kept; undefined: only in memory. */
  readonly file: string | undefined
  readonly groups: readonly HistoryGroup[]
  readonly tips: readonly string[]
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
  /** Why the index could not be written, in words: it has to be built again after a restart. */
  readonly complaint: string | undefined
}

/** The answer to a request, or what went wrong in words. */
export type HistoryAnswer = { readonly id: number } & (
  | { readonly state: HistoryState }
  | { readonly columns: RowColumns }
  | { readonly said: string }
)

interface Kept {
  readonly file: IndexFile | undefined
  index: CommitIndex
  complaint: string | undefined
}

/** Answers requests, one after the other. What it knows of a history is kept until it is told to close that. */
export interface HistoryEngine {
  /** Yields after each commit that it reads. Throws nothing: the answer says what went wrong. */
  answer(request: HistoryRequest): Generator<void, HistoryAnswer>
}

/** An engine that knows nothing. */
export function createHistoryEngine(): HistoryEngine {
  const histories = new Map<number, Kept>()

  function keptFor({ history, file, groups }: HistoryRequest): Kept {
    let kept = histories.get(history)
    if (kept === undefined) {
      const indexFile = file === undefined ? undefined : createIndexFile(file, groups)
      const index = indexFile?.read() ?? createIndex(groups)
      kept = { file: indexFile, index, complaint: undefined }
      histories.set(history, kept)
    }
    return kept
  }

  function* find(request: HistoryRequest): Generator<void, HistoryAnswer> {
    const { id, task, tips } = request
    if (task === 'close') {
      histories.delete(request.history)
      return { id, state: { commits: 0, added: 0, complaint: undefined } }
    }
    const kept = keptFor(request)
    const isCurrent = tips.length > 0 && tips.join() === kept.index.tips.join()
    const added = task === 'update' || !isCurrent ? yield* update(kept, request) : 0
    if (task === 'update') {
      return { id, state: { commits: kept.index.commits.length, added, complaint: kept.complaint } }
    }
    const { group, tip, mode } = task
    const place = kept.index.places.get(tip)
    if (place === undefined) return { id, said: `commit ${tip}: expected one behind a known tip` }
    return { id, columns: packRows(walk(kept.index, { group, tip: place, mode })) }
  }

  return {
    *answer(request) {
      try {
        return yield* find(request)
      } catch (error) {
        return { id: request.id, said: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/** Returns how many commits were new. */
function* update(
  kept: Kept,
  { path, maxObjectBytes, tips }: HistoryRequest,
): Generator<void, number> {
  const before = kept.index.tips.join()
  const source = openHistorySource({ path, maxObjectBytes })
  try {
    const { index, added, isRebuilt } = yield* extendIndex(kept.index, source, tips)
    kept.index = index
    if (isRebuilt || added.commits.length > 0 || before !== tips.join()) {
      store(kept, () => (isRebuilt ? kept.file?.replace(added) : kept.file?.append(added)))
    }
    return added.commits.length
  } finally {
    source.close()
  }
}

function store(kept: Kept, write: () => void): void {
  try {
    write()
    kept.complaint = undefined
  } catch (error) {
    // A full disk must not keep the rows from being served.
    kept.complaint = error instanceof Error ? error.message : String(error)
  }
}
