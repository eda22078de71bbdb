import PQueue from 'p-queue'
import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import type { Store } from '../../storage/store.ts'
import { MAX_OBJECT_BYTES } from '../objects/object.ts'
import type { HistoryGroup } from './commit-index.ts'
import {
  createHistoryEngine,
  type HistoryRequest,
  type HistoryState,
  type HistoryWalker,
} from './history-engine.ts'
import { createRows, type HistoryRows } from './rows.ts'
import { createStoredIndex } from './stored-index.ts'
import type { WalkMode } from './walk.ts'

export type { HistoryGroup } from './commit-index.ts'
export type { HistoryState, HistoryWalker } from './history-engine.ts'
export { createHistoryThread } from './history-thread.ts'
export {
  createRows,
  type HistoryRow,
  type HistoryRows,
  type RowColumns,
} from './rows.ts'
export type { WalkMode } from './walk.ts'

export interface HistoryOptions {
  /** Path of the repository; one history each. */
  readonly path: string
  /** Where the index is stored; undefined: in memory only. */
  readonly store?: Store | undefined
  /** Files of all components that live in the repository; when they change, the index is built anew. */
  readonly groups: readonly HistoryGroup[]
  /** Default: 64 MiB. */
  readonly maxObjectBytes?: number
  /** Who walks (default: this thread). */
  readonly walker?: HistoryWalker | undefined
}

/** Which rows to read. */
export interface RowsOptions {
  /** Name of a group. */
  readonly group: string
  /** One of the tips of the last update, or a commit behind one. */
  readonly tip: string
  readonly mode: WalkMode
}

/** What happened to some files of a repository. */
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

let lastHistory = 0

/** A history that knows nothing until its first update, which starts from the index that other processes stored. */
export function openHistory(options: HistoryOptions): History {
  const { path, store, groups, maxObjectBytes = MAX_OBJECT_BYTES } = options
  const { walker = createWalkerHere() } = options
  const history = ++lastHistory
  const stored = store && createStoredIndex(store, { path, groups })
  const about = { history, path, maxObjectBytes }
  let tips: readonly string[] = []
  let isClosed = false

  async function ask(task: HistoryRequest['task'], wanted: readonly string[]) {
    if (isClosed) throw new RepositoryError(`${path}: the history is closed`, { code: 'stopped' })
    const request = { ...about, isStored: stored !== undefined, tips: wanted, task }
    const answer =
      (await walker.ask(request)) ??
      (await walker.ask({ ...request, start: { groups, segments: stored?.read() ?? [] } }))
    if (answer?.segment) await stored?.add(answer.segment)
    return answer
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
      // A walker that was stopped meanwhile has forgotten the index anyway.
      await walker.ask({ ...about, isStored: false, tips: [], task: 'close' }).catch(() => {})
    },
  }
}

/** Walks in the thread that asks, yielding to others. */
function createWalkerHere(): HistoryWalker {
  const engine = createHistoryEngine()
  const queue = new PQueue({ concurrency: 1 })
  return { ask: (request) => queue.add(() => runYielding(engine(request))) }
}
