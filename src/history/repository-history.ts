import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { type AskOptions, type Engine, runsHere } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import type { Commit } from '../git/commit.ts'
import {
  createRows,
  type HistoryGroup,
  type HistoryState,
  type IndexLocation,
  type PackedGroups,
  packGroups,
  type RowColumns,
  type RowsOptions,
  readRows,
  updateIndex,
} from '../git/history/history.ts'
import { literalPattern } from '../git/history/path-groups.ts'
import type { Repository, RepositoryLocation } from '../git/repository.ts'
import { pathOf } from '../model/paths.ts'
import { hasStatesOfHistory } from '../model/readiness.ts'
import { matchesIn, matchOptions } from '../reading/component.ts'
import { fileTreeOfCommit } from '../reading/file-tree.ts'
import type { Library } from '../reading/library.ts'
import {
  type ConfiguredComponent,
  pathInGit,
  withoutComponents,
} from '../reading/translation-file.ts'
import { createAsk } from './ask.ts'
import type { ComponentHistory } from './component-history.ts'
import { statesWork } from './open-components.ts'
import { type HistoryStores, readComponentHistory } from './read-component-history.ts'
import { committedTip, rowsBehind } from './timeline/uncommitted.ts'

/** A component at a commit. */
interface LocatedComponent {
  /** `project/component` */
  readonly path: string
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
}

/** A component whose history is requested. */
export interface TrackedComponent extends LocatedComponent {
  readonly history: ComponentHistory | undefined
}

export interface RepositoryHistoryOptions {
  /** Library of former versions of translations; in the served library they would evict served ones. */
  readonly library: Library
  readonly stores: HistoryStores
  readonly engine: Engine
}

interface GroupedComponent extends ConfiguredComponent {
  readonly name: string
  readonly commit: string
}

/** Returns the paths whose history counts, for each component of a repository. */
export const groupsWork: Work<
  { readonly at: RepositoryLocation; readonly components: readonly GroupedComponent[] },
  readonly HistoryGroup[]
> = {
  name: 'groups',
  run: ({ at, components }, { repositoryAt }) =>
    components.map((component) => historyGroup(component, repositoryAt(at))),
}

/**
 * Returns the paths whose history counts: those of `configuredPatterns`, and the targets of links at the component's
 * commit. Paths of folders end with a slash.
 */
function historyGroup(component: GroupedComponent, repository: Repository): HistoryGroup {
  const { name, config, commit } = component
  const tree = fileTreeOfCommit(repository, repository.readCommit(commit).tree)
  const { files, intermediate: between } = matchesIn(tree, { ...component, repository }, [])
  const linked = files.flatMap(({ path, real }) =>
    real === undefined || real.path === path ? [] : [real.path],
  )
  if (between !== undefined && between.path !== config.intermediate) linked.push(between.path)
  const targets = linked.sort().map((path) => literalPattern(pathInGit(path, config)))
  return { name, patterns: [...configuredPatterns(component), ...targets] }
}

/** The masks of a component, and its other files. */
function configuredPatterns(component: ConfiguredComponent): HistoryGroup['patterns'] {
  const { config } = component
  const { filemask, template, intermediate } = config
  const { sourceFile = '' } = matchOptions(component)
  const paths = [template, intermediate, sourceFile].filter((path) => path !== '')
  return [
    pathInGit(filemask, config).split('/'),
    ...paths.map((path) => literalPattern(pathInGit(path, config))),
  ]
}

interface IndexQuestion {
  readonly place: IndexLocation
  readonly tips: readonly string[]
  /** Whether an index that has the tips stays as it is, whatever other commits it has (default: no). */
  readonly isSide?: boolean
}

/** Extends a stored index of a repository. */
export const indexWork: Work<IndexQuestion, HistoryState> = {
  name: 'index',
  run: ({ place, tips, isSide }, { store }) => updateIndex(place, tips, store, isSide),
}

/** Returns the rows behind a commit, which need not be an ancestor of a served one. */
export const rowsWork: Work<RowsOptions & { readonly place: IndexLocation }, RowColumns> = {
  name: 'rows',
  run: ({ place, ...options }, { store }) => readRows(place, options, store),
}

/** For a history of a million commits. */
const LONG = { maxMs: 60 * 60_000 }

/** An index, and the files that it follows. */
interface Index extends HistoryState {
  readonly groups: PackedGroups
}

/** The index of the served commits. */
interface Served extends Index {
  /** The configured patterns of each component, by path, as text. */
  readonly configured: ReadonlyMap<string, string>
}

/** The history of one repository for all components in it; empty until the first update. */
export class RepositoryHistory {
  readonly #options: RepositoryHistoryOptions
  readonly #ask: ComponentHistory['ask']
  #served: Served | undefined

  constructor(options: RepositoryHistoryOptions) {
    this.#options = options
    this.#ask = createAsk(options.engine, options.stores.store)
  }

  /**
   * Reads the histories behind the served commits, by component path, without those that did not change. Reads only
   * what is new. Rejects with RepositoryError if objects cannot be read.
   */
  async update(
    repository: Repository,
    components: readonly TrackedComponent[],
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    const tips = new Set(components.flatMap(({ commit }) => committedTip(commit) ?? []))
    if (tips.size === 0) return new Map()
    const former = this.#served
    const background = { ...LONG, background: true }
    const groups = await this.#groupsOf(repository, components, background)
    const ids = groups.text === former?.groups.text ? former.ids : undefined
    const place = { ...repository.place, groups, ids }
    const index = await this.#index({ place, tips: [...tips] }, background)
    const isSame = index.added === 0 && index.commits === former?.commits
    const configured = new Map(components.map((component) => [component.path, textOf(component)]))
    // All at once: a question about another commit must not see new groups with old segments.
    const served = { ...index, configured }
    this.#served = served
    const moved = components.filter(
      ({ commit, history }) => !isSame || history?.timeline.tip !== commit.oid,
    )
    return this.#readEach(repository, moved, served, true)
  }

  /**
   * Reads the history behind another commit, which need not be an ancestor of a served one. Returns undefined before
   * the first update. Rejects with RepositoryError if objects cannot be read, and when the signal is aborted.
   */
  async at(
    repository: Repository,
    component: LocatedComponent,
    signal?: AbortSignal,
  ): Promise<ComponentHistory | undefined> {
    if (this.#served === undefined) return undefined
    const index = await this.#indexAt(repository, component, this.#served, signal)
    return (await this.#readEach(repository, [component], index, false)).get(component.path)
  }

  /** Returns the served index, or where files were elsewhere, one that components of the project share. */
  async #indexAt(
    repository: Repository,
    component: LocatedComponent,
    served: Served,
    signal: AbortSignal | undefined,
  ): Promise<Index> {
    const isElsewhere = (other: LocatedComponent) =>
      served.configured.get(other.path) !== textOf(other)
    const { project, config, commit } = component
    const tip = committedTip(commit)
    if (tip === undefined || !isElsewhere(component)) return served
    const elsewhere = project.components
      .filter(({ repo }) => repo === config.repo)
      .map((other) => ({ path: pathOf(project, other), project, config: other, commit }))
      .filter(isElsewhere)
    const key = JSON.stringify([repository.place.gitDir, commit.oid, elsewhere.map(textOf)])
    const options = { ...LONG, background: true, signal, key }
    const groups = await this.#groupsOf(repository, elsewhere, options)
    const place = { ...repository.place, groups }
    return this.#index({ place, tips: [tip], isSide: true }, options)
  }

  async #index(asked: IndexQuestion, options: AskOptions): Promise<Index> {
    const { engine, stores } = this.#options
    const state = await engine.ask(indexWork, asked, options)
    // All threads find it there.
    await stores.store.flush()
    return { ...state, groups: asked.place.groups }
  }

  async #groupsOf(
    repository: Repository,
    components: readonly LocatedComponent[],
    options: AskOptions,
  ): Promise<PackedGroups> {
    const { engine } = this.#options
    const located = components.map(({ path, project, config, commit: { oid } }) => {
      return { name: path, project: withoutComponents(project), config, commit: oid }
    })
    const commits = located.map(({ commit }) => commit)
    const groups = runsHere(engine, commits)
      ? located.map((each) => historyGroup(each, repository))
      : await engine.ask(groupsWork, { at: repository.place, components: located }, options)
    return packGroups(groups)
  }

  async #readEach(
    repository: Repository,
    components: readonly LocatedComponent[],
    { groups, ids }: Index,
    background: boolean,
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    const { engine, stores, library } = this.#options
    const index = { ...repository.place, groups, ids }
    const histories = await Promise.all(
      components.map(async ({ path: group, project, config, commit }) => {
        const tip = committedTip(commit)
        if (tip === undefined) return undefined
        const behindTip: ComponentHistory['rows'] = async (mode) =>
          createRows(await engine.ask(rowsWork, { place: index, group, tip, mode }, LONG))
        const rows = rowsBehind({ project, config }, repository, commit, behindTip)
        const place = {
          ...index,
          project: withoutComponents(project),
          config,
          commit: commit.oid,
          group,
        }
        const asksWorker = hasStatesOfHistory(config) && !runsHere(engine, [commit.oid])
        const outdated = asksWorker
          ? await engine.ask(statesWork, place, { ...LONG, background })
          : undefined
        const history = { place, repository, rows, library, ask: this.#ask, outdated, ...stores }
        return [group, await readComponentHistory(history)] as const
      }),
    )
    return new Map(histories.filter((entry) => entry !== undefined))
  }
}

function textOf(component: ConfiguredComponent): string {
  return JSON.stringify(configuredPatterns(component))
}
