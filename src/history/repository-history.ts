import { oncePer } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { type Engine, runsHere } from '../engine/engine.ts'
import type { RepositoryLocation, Work } from '../engine/work.ts'
import type { Commit } from '../git/commit.ts'
import {
  createRows,
  type HistoryGroup,
  type HistoryState,
  type IndexLocation,
  packGroups,
  type RowColumns,
  type RowsOptions,
  readRows,
  updateIndex,
} from '../git/history/history.ts'
import type { Repository } from '../git/repository.ts'
import type { Library } from '../reading/library.ts'
import { createAsk } from './ask.ts'
import type { LogStores } from './changes/component-log.ts'
import { type ComponentHistory, historyGroup } from './component-history.ts'
import { statesWork } from './open-components.ts'
import { readComponentHistory } from './read-component-history.ts'
import { keepsStates } from './states/derive-states.ts'
import { committedTip, rowsBehind } from './timeline/uncommitted.ts'

/** A component whose history is requested. */
export interface TrackedComponent {
  /** `project/component` */
  readonly path: string
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
  /** The history known so far. */
  readonly history: ComponentHistory | undefined
}

export interface RepositoryHistoryOptions {
  readonly maxObjectBytes: number
  /** Library of former versions of translations; in the served library they would evict served ones. */
  readonly library: Library
  readonly stores: LogStores
  readonly engine: Engine
}

/** The history of one repository for all components in it. */
export interface RepositoryHistory {
  /**
   * Reads the histories behind the served commits, by component path, without those that did not change. Reads only
   * what is new. Rejects with RepositoryError if objects cannot be read.
   */
  update(
    repository: Repository,
    components: readonly TrackedComponent[],
  ): Promise<ReadonlyMap<string, ComponentHistory>>
  /**
   * Reads the histories behind other commits, which need not be ancestors of a served one. Skips components that have
   * no history yet. Rejects with RepositoryError if objects cannot be read.
   */
  at(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
  ): Promise<ReadonlyMap<string, ComponentHistory>>
}

interface GroupedComponent extends Pick<TrackedComponent, 'project' | 'config'> {
  readonly name: string
  readonly commit: string
}

function groupsOf(
  components: readonly GroupedComponent[],
  repository: Repository,
): readonly HistoryGroup[] {
  return components.map(({ name, commit, ...component }) =>
    historyGroup(name, { component, repository, commit }),
  )
}

/** Returns the paths whose history counts, for each component of a repository. */
export const groupsWork: Work<
  { readonly at: RepositoryLocation; readonly components: readonly GroupedComponent[] },
  readonly HistoryGroup[]
> = {
  name: 'groups',
  run: ({ at, components }, { repositoryAt }) => groupsOf(components, repositoryAt(at)),
}

/** A project as sent to a worker; the requested components are sent beside it. */
function withoutComponents(project: ProjectConfig): ProjectConfig {
  return { ...project, components: [] }
}

/** Extends the stored index of a repository to its served commits. */
export const indexWork: Work<
  { readonly place: IndexLocation; readonly tips: readonly string[] },
  HistoryState
> = { name: 'index', run: ({ place, tips }, { store }) => updateIndex(place, tips, store) }

/** Returns the rows behind a commit, which need not be an ancestor of a served one. */
export const rowsWork: Work<RowsOptions & { readonly place: IndexLocation }, RowColumns> = {
  name: 'rows',
  run: ({ place, ...options }, { store }) => readRows(place, options, store),
}

/** For a history of a million commits. */
const LONG = { maxMs: 60 * 60_000 }

/** Creates the history of a repository, empty until the first update. */
export function createRepositoryHistory({
  maxObjectBytes,
  library,
  stores,
  engine,
}: RepositoryHistoryOptions): RepositoryHistory {
  const ask = createAsk(engine, stores.store)
  let groups: readonly HistoryGroup[] = []
  let state: HistoryState | undefined

  /** The history of each component at its commit. */
  async function readEach(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
    { background = false } = {},
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    const options = { ...LONG, background }
    const { gitDir } = repository
    const index = { gitDir, maxObjectBytes, groups: packGroups(groups), ids: state?.ids }
    const alone = oncePer(withoutComponents)
    const histories = await Promise.all(
      components.map(async ({ path: group, project, config, commit }) => {
        const tip = committedTip(commit)
        if (tip === undefined) return undefined
        const behindTip: ComponentHistory['rows'] = async (mode) =>
          createRows(await engine.ask(rowsWork, { place: index, group, tip, mode }, LONG))
        const rows = rowsBehind({ component: { project, config }, repository, commit, behindTip })
        const place = { ...index, project: alone(project), config, commit: commit.oid, group }
        const isHere = runsHere(engine, [commit.oid])
        const outdated =
          keepsStates(config) && !isHere ? await engine.ask(statesWork, place, options) : undefined
        const historyOptions = {
          place,
          project,
          config,
          commit,
          repository,
          rows,
          library,
          ask,
          ...stores,
        }
        return [group, await readComponentHistory({ ...historyOptions, outdated })] as const
      }),
    )
    return new Map(histories.filter((entry) => entry !== undefined))
  }

  return {
    async update(repository, components) {
      const tips = new Set(components.flatMap(({ commit }) => committedTip(commit) ?? []))
      if (tips.size === 0) return new Map()
      const background = { ...LONG, background: true }
      const alone = oncePer(withoutComponents)
      const located = components.map(({ path, project, config, commit: { oid } }) => {
        return { name: path, project: alone(project), config, commit: oid }
      })
      const at = { gitDir: repository.gitDir, maxObjectBytes }
      const isHere = runsHere(
        engine,
        located.map(({ commit }) => commit),
      )
      const formerGroups = packGroups(groups)
      groups = isHere
        ? groupsOf(located, repository)
        : await engine.ask(groupsWork, { at, components: located }, background)
      const packedGroups = packGroups(groups)
      const place = {
        ...at,
        groups: packedGroups,
        ids: packedGroups.text === formerGroups.text ? state?.ids : undefined,
      }
      const historyState = await engine.ask(indexWork, { place, tips: [...tips] }, background)
      // All threads find it there.
      await stores.store.flush()
      const isSame = historyState.added === 0 && historyState.commits === state?.commits
      state = historyState
      const moved = components.filter(
        ({ commit, history }) => !isSame || history?.timeline.tip !== commit.oid,
      )
      return readEach(repository, moved, background)
    },
    async at(repository, components) {
      const indexed = components.filter(({ path }) => groups.some(({ name }) => name === path))
      return readEach(repository, indexed)
    },
  }
}
