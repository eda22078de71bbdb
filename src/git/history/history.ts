import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import type { HistoryGroup } from './commit-index.ts'
import { createHistoryThread, type HistoryThread } from './history-thread.ts'
import type { HistoryRequest, HistoryState } from './history-worker.ts'
import { createRows, type HistoryRows } from './rows.ts'
import type { WalkMode } from './walk.ts'

export type { HistoryGroup } from './commit-index.ts'
export type { HistoryState } from './history-worker.ts'
export type { Completeness, HistoryRow, HistoryRows } from './rows.ts'
export type { WalkMode } from './walk.ts'

interface HistoryOptions {
  /** Path of the repository; one history each. */
  readonly path: string
  /** Owned by this process (see `lockDataDir`); undefined: nothing is written. */
  readonly dataDir: string | undefined
  /** Files of all components that live in the repository; when they change, the index is built anew. */
  readonly groups: readonly HistoryGroup[]
  /** 64 MiB unless stated. */
  readonly maxObjectBytes?: number
}

/** Which part of the history rows are wanted of. */
export interface RowsOptions {
  /** Name of a group. */
  readonly group: string
  /** One of the tips of the last update, or a commit behind one. */
  readonly tip: string
  readonly mode: WalkMode
}

/** What happened to some files of a repository. All work is done in a thread of its own, shared by all histories. */
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

let shared: { readonly thread: HistoryThread; users: number } | undefined
let lastHistory = 0

/** A history that knows nothing until its first update, which reads what an earlier process stored. */
export function openHistory(options: HistoryOptions): History {
  const { path, dataDir, groups, maxObjectBytes = 64 * 1024 * 1024 } = options
  shared ??= { thread: createHistoryThread(), users: 0 }
  const own = shared
  own.users++
  const history = ++lastHistory
  const file = dataDir === undefined ? undefined : indexPath(dataDir, path)
  let tips: readonly string[] = []
  let isClosed = false
  let wasAsked = false

  function ask(task: HistoryRequest['task'], wanted: readonly string[]) {
    if (isClosed) return Promise.reject(new RepositoryError(`${path}: the history is closed`))
    wasAsked = true
    return own.thread.ask({ history, path, maxObjectBytes, file, groups, tips: wanted, task })
  }

  return {
    async update(wanted) {
      const answer = await ask('update', wanted)
      if (!('state' in answer)) throw new TypeError('expected a state')
      tips = wanted
      return answer.state
    },
    async rows({ group, tip, mode }) {
      const index = groups.findIndex(({ name }) => name === group)
      if (index < 0) throw new RangeError(`${group}: expected the name of a group`)
      const answer = await ask({ group: index, tip, mode }, tips)
      if (!('columns' in answer)) throw new TypeError('expected rows')
      return createRows(answer.columns)
    },
    async close() {
      if (isClosed) return
      own.users--
      const isLast = own.users === 0
      if (isLast && shared === own) shared = undefined
      // A thread that was stopped meanwhile has forgotten it, too.
      const forgotten = wasAsked && !isLast ? ask('close', []).catch(() => {}) : undefined
      isClosed = true
      await (isLast ? own.thread.stop() : forgotten)
    },
  }
}

/** Where the index of a repository is kept in a data folder. */
export function indexPath(dataDir: string, path: string): string {
  const name = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 32)
  return join(dataDir, 'history', `${name}.index`)
}
