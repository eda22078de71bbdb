import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import {
  type History,
  type HistoryGroup,
  type HistoryRows,
  type HistoryWalker,
  openHistory,
  type RowsOptions,
} from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { giveTurn } from '../../run-yielding.ts'
import type { Library } from '../reading/library.ts'
import type { LogStores } from './changes/component-log.ts'
import { type ComponentHistory, historyGroup } from './component-history.ts'
import { type Derive, deriveHere } from './derive.ts'
import { readComponentHistory } from './read-component-history.ts'
import { createSideHistory } from './side-history.ts'
import { committedTip, rowsBehind } from './timeline/uncommitted.ts'

/** A component whose history is wanted. */
export interface TrackedComponent {
  /** `project/component` */
  readonly path: string
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
  /** As it was known before. */
  readonly history: ComponentHistory | undefined
}

export interface RepositoryHistoryOptions {
  readonly maxObjectBytes: number
  /** Of former versions of translations: in that of the served ones they would push those out. */
  readonly library: Library
  readonly stores: LogStores
  /** Default: here. */
  readonly derive?: Derive | undefined
  /** Who reads the history (default: this thread). */
  readonly walker?: HistoryWalker | undefined
}

/** The history of one repository for all components in it. */
export interface RepositoryHistory {
  /**
   * The histories behind the served commits, by the paths of components; those whose history did not change are left out. Reads
   * only what is new. Rejects with RepositoryError when objects cannot be read.
   */
  update(
    repository: Repository,
    components: readonly TrackedComponent[],
  ): Promise<ReadonlyMap<string, ComponentHistory>>
  /**
   * The histories behind other commits, which need not be behind a served one. The components that have no history yet are
   * left out. Rejects with RepositoryError when objects cannot be read.
   */
  at(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
  ): Promise<ReadonlyMap<string, ComponentHistory>>
  close(): Promise<void>
}

/** Nothing is opened before the first update. It is long because its functions share the open history. */
export function createRepositoryHistory({
  maxObjectBytes,
  library,
  stores,
  derive = deriveHere,
  walker,
}: RepositoryHistoryOptions): RepositoryHistory {
  let history: History | undefined
  let known = ''
  let groups: readonly HistoryGroup[] = []
  /**
   * The group of each component at the commit where it was last: between looks most stay there. Two projects may have one
   * configuration of a component.
   */
  const lastGroups = new WeakMap<
    ComponentConfig,
    { readonly commit: Commit; readonly group: HistoryGroup }
  >()
  const aside = createSideHistory({ maxObjectBytes, walker })

  async function groupOf(
    repository: Repository,
    { path, commit, ...component }: TrackedComponent,
  ): Promise<HistoryGroup> {
    const last = lastGroups.get(component.config)
    if (last?.commit === commit && last.group.name === path) return last.group
    const group = historyGroup(path, { component, repository, commit: commit.oid })
    lastGroups.set(component.config, { commit, group })
    return group
  }

  /** The history of these groups; a new one when they are others than before. */
  async function historyOf(
    { gitDir }: Repository,
    wanted: readonly HistoryGroup[],
  ): Promise<History> {
    const key = JSON.stringify(wanted)
    if (key !== known) await history?.close()
    if (history === undefined || key !== known) {
      groups = wanted
      const { store } = stores
      history = openHistory({ path: gitDir, store, groups, maxObjectBytes, walker })
      known = key
    }
    return history
  }

  /** Rows behind any commit: most are behind a served one. */
  async function rowsAt(gitDir: string, options: RowsOptions): Promise<HistoryRows> {
    if (history === undefined)
      throw new RepositoryError(`${gitDir}: its history is not known yet`, { code: 'not-ready' })
    try {
      return await history.rows(options)
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
      return aside.rows(gitDir, groups, options)
    }
  }

  /** The history of each component at its commit. */
  async function readEach(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
    readRows: (options: RowsOptions) => Promise<HistoryRows>,
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    const histories = await Promise.all(
      components.map(async ({ path: group, project, config, commit }) => {
        const tip = committedTip(commit)
        if (tip === undefined) return undefined
        await giveTurn()
        const behindTip: ComponentHistory['rows'] = (mode) => readRows({ group, tip, mode })
        const rows = rowsBehind({ component: { project, config }, repository, commit, behindTip })
        const own = { project, config, commit, repository, rows, library, derive, ...stores }
        return [group, await readComponentHistory(own)] as const
      }),
    )
    return new Map(histories.filter((one) => one !== undefined))
  }

  return {
    async update(repository, components) {
      const wanted: HistoryGroup[] = []
      for (const component of components) {
        wanted.push(await groupOf(repository, component))
        await giveTurn()
      }
      const tips = new Set(components.flatMap(({ commit }) => committedTip(commit) ?? []))
      if (tips.size === 0) return new Map()
      const own = await historyOf(repository, wanted)
      const { added } = await own.update([...tips])
      const moved = components.filter(
        ({ commit, history }) => added > 0 || history?.timeline.tip !== commit.oid,
      )
      return readEach(repository, moved, (options) => own.rows(options))
    },
    async at(repository, components) {
      const known = components.filter(({ path }) => groups.some(({ name }) => name === path))
      return readEach(repository, known, (options) => rowsAt(repository.gitDir, options))
    },
    async close() {
      await Promise.all([history?.close(), aside.close()])
    },
  }
}
