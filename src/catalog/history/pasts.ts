import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { type History, type HistoryGroup, openHistory } from '../../git/history/history.ts'
import type { Commit, Repository } from '../../git/repository.ts'
import type { ReadOptions } from '../translation-file.ts'
import { createComponentLog, type LogStores } from './component-log.ts'
import { historyGroup, type Past } from './past.ts'
import { createTimeline } from './timeline.ts'
import { createUnitReader } from './unit-reader.ts'

/** A component whose history is wanted. */
export interface PastComponent {
  /** `project/component` */
  readonly path: string
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
  /** As it was known before. */
  readonly past: Past | undefined
}

export interface PastsOptions {
  /** Owned by this process; undefined: nothing is written. */
  readonly dataDir: string | undefined
  readonly maxObjectBytes: number
  /** Of translations as they were: not that of what is served, which they would push out. */
  readonly cache: ReadOptions['cache']
  readonly stores: LogStores
}

/** The history of one repository for all components in it. */
export interface Pasts {
  /**
   * What came before the served commits, by the paths of components; those whose past is as it was are left out. Reads
   * only what is new, in the history's own thread. Rejects with RepositoryError when objects cannot be read.
   */
  update(
    repository: Repository,
    components: readonly PastComponent[],
  ): Promise<ReadonlyMap<string, Past>>
  close(): Promise<void>
}

/** Nothing is opened before the first update. */
export function createPasts({ dataDir, maxObjectBytes, cache, stores }: PastsOptions): Pasts {
  let history: History | undefined
  let known = ''

  /** The history of these groups; a new one when they are others than before. */
  async function historyOf(
    { gitDir }: Repository,
    groups: readonly HistoryGroup[],
  ): Promise<History> {
    const key = JSON.stringify(groups, (_, value) =>
      value instanceof RegExp ? String(value) : value,
    )
    if (key !== known) await history?.close()
    if (history === undefined || key !== known) {
      history = openHistory({ path: gitDir, dataDir, groups, maxObjectBytes })
      known = key
    }
    return history
  }

  return {
    async update(repository, components) {
      const groups = components.map(({ path, commit, ...component }) =>
        historyGroup(path, { component, repository, commit: commit.oid }),
      )
      if (groups.length === 0) return new Map()
      const own = await historyOf(repository, groups)
      const { added } = await own.update([...new Set(components.map(({ commit }) => commit.oid))])
      const pasts = new Map<string, Past>()
      for (const { path, project, config, commit, past } of components) {
        const tip = commit.oid
        if (added === 0 && past?.timeline.tip === tip) continue
        const component = { project, config }
        const rows = await own.rows({ group: path, tip, mode: 'first-parent-moves' })
        const timeline = createTimeline({ rows, tip, component, repository })
        const reader = createUnitReader({ ...component, repository, cache })
        pasts.set(path, {
          repository,
          timeline,
          reader,
          log: createComponentLog({ ...stores, component, timeline, reader }),
          rows: (mode) => own.rows({ group: path, tip, mode }),
        })
      }
      return pasts
    },
    async close() {
      await history?.close()
    },
  }
}
