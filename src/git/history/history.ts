import { RepositoryError } from '../../errors.ts'
import type { Store } from '../../storage/store.ts'
import { MAX_OBJECT_BYTES } from '../objects/object.ts'
import type { HistoryGroup } from './commit-index.ts'
import type { HistoryRequest, HistoryState, HistoryWalker } from './history-engine.ts'
import { createHistoryHere, isShort } from './history-here.ts'
import { createHistoryThread } from './history-thread.ts'
import { createRows, type HistoryRows } from './rows.ts'
import { createStoredIndex } from './stored-index.ts'
import type { WalkMode } from './walk.ts'

export type { HistoryGroup } from './commit-index.ts'
export type { HistoryState } from './history-engine.ts'
export {
  createRows,
  type HistoryRow,
  type HistoryRows,
  type RowColumns,
} from './rows.ts'
export type { WalkMode } from './walk.ts'

interface HistoryOptions {
  /** Path of the repository; one history each. */
  readonly path: string
  /** Where the index is stored; undefined: in memory only. */
  readonly store?: Store | undefined
  /** Files of all components that live in the repository; when they change, the index is built anew. */
  readonly groups: readonly HistoryGroup[]
  /** Default: 64 MiB. */
  readonly maxObjectBytes?: number
}

/** Which rows to read. */
export interface RowsOptions {
  /** Name of a group. */
  readonly group: string
  /** One of the tips of the last update, or a commit behind one. */
  readonly tip: string
  readonly mode: WalkMode
}

/** What happened to some files of a repository. Short histories are walked in this thread, others in one that they share. */
export interface History {
  /**
   * Brings the index up to the served commits of all branches, reading only new ones.
   * Rejects with RepositoryError when objects cannot be read; what was known stays.
   */
  update(tips: readonly string[]): Promise<HistoryState>
  /** Rejects with RepositoryError for a commit that is not behind a tip, RangeError for an unknown group. */
  rows(options: RowsOptions): Promise<HistoryRows>
  close(): Promise<void>
}

interface Shared {
  readonly here: HistoryWalker
  readonly thread: HistoryWalker
  users: number
}

let shared: Shared | undefined
let lastHistory = 0

/**
 * A history that knows nothing until its first update, which starts from the index that other processes stored. It is
 * long because its functions share who walks.
 */
export function openHistory(options: HistoryOptions): History {
  const { path, store, groups, maxObjectBytes = MAX_OBJECT_BYTES } = options
  shared ??= { here: createHistoryHere(), thread: createHistoryThread(), users: 0 }
  const own = shared
  own.users++
  const history = ++lastHistory
  const stored = store && createStoredIndex(store, { path, groups })
  const about = { history, path, maxObjectBytes }
  let tips: readonly string[] = []
  let isClosed = false
  /** The one that has the index. */
  let walker: HistoryWalker | undefined

  async function ask(task: HistoryRequest['task'], wanted: readonly string[]) {
    if (isClosed) throw new RepositoryError(`${path}: the history is closed`, { code: 'stopped' })
    if (walker === undefined || task === 'update') {
      const [before, next] = [walker, isShort(path) ? own.here : own.thread]
      walker = next
      if (before !== undefined && before !== next) await forget(before)
    }
    // To walk a short history takes less time than to open the store.
    const kept = walker === own.thread ? stored : undefined
    const request = { ...about, isStored: kept !== undefined, tips: wanted, task }
    const answer =
      (await walker.ask(request)) ??
      (await walker.ask({ ...request, start: { groups, segments: kept?.read() ?? [] } }))
    if (answer?.segment) await kept?.add(answer.segment)
    return answer
  }

  /** A walker that was stopped meanwhile has forgotten the index anyway. */
  async function forget(asked: HistoryWalker | undefined): Promise<void> {
    await asked?.ask({ ...about, isStored: false, tips: [], task: 'close' }).catch(() => {})
  }

  return {
    async update(wanted) {
      const answer = await ask('update', wanted)
      if (answer === undefined) throw new TypeError('expected a state')
      tips = wanted
      return answer.state
    },
    async rows({ group, tip, mode }) {
      const index = groups.findIndex(({ name }) => name === group)
      if (index < 0) throw new RangeError(`${group}: expected the name of a group`)
      const answer = await ask({ group: index, tip, mode }, tips)
      if (answer?.columns === undefined) throw new TypeError('expected rows')
      return createRows(answer.columns)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      own.users--
      if (own.users > 0) {
        await forget(walker)
        return
      }
      if (shared === own) shared = undefined
      await Promise.all([own.here.stop(), own.thread.stop()])
    },
  }
}
