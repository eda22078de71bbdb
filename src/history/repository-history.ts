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
import { literalPattern } from '../git/history/path-matcher.ts'
import type { Repository } from '../git/repository.ts'
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
import type { LogStores } from './changes/component-log.ts'
import type { ComponentHistory } from './component-history.ts'
import { statesWork } from './open-components.ts'
import { readComponentHistory } from './read-component-history.ts'
import { committedTip, rowsBehind } from './timeline/uncommitted.ts'

/** A component whose history is requested. */
export interface TrackedComponent {
  /** `project/component` */
  readonly path: string
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly commit: Commit
  readonly history: ComponentHistory | undefined
}

export interface RepositoryHistoryOptions {
  readonly maxObjectBytes: number
  /** Library of former versions of translations; in the served library they would evict served ones. */
  readonly library: Library
  readonly stores: LogStores
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

/** The history of one repository for all components in it; empty until the first update. */
export class RepositoryHistory {
  readonly #options: RepositoryHistoryOptions
  readonly #ask: ComponentHistory['ask']
  #groups: readonly HistoryGroup[] = []
  #state: HistoryState | undefined

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
    const tips = tipsOf(components)
    if (tips.size === 0) return new Map()
    const formerGroups = packGroups(this.#groups)
    this.#groups = await this.#groupsOf(repository, components, true)
    const groups = packGroups(this.#groups)
    const ids = groups.text === formerGroups.text ? this.#state?.ids : undefined
    const state = await this.#index({ ...this.#placeOf(repository), groups, ids }, tips, true)
    const isSame = state.added === 0 && state.commits === this.#state?.commits
    this.#state = state
    const moved = components.filter(
      ({ commit, history }) => !isSame || history?.timeline.tip !== commit.oid,
    )
    return this.#readEach(repository, moved, { groups, ids: state.ids }, true)
  }

  /**
   * Reads the histories behind other commits, which need not be ancestors of a served one. Components whose files were
   * elsewhere get an index of their own. Skips all before the first update. Rejects with RepositoryError if objects
   * cannot be read.
   */
  async at(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    if (this.#state === undefined) return new Map()
    const indexed = components.filter((component) => this.#isIndexed(component))
    const served = { groups: packGroups(this.#groups), ids: this.#state.ids }
    const histories = await this.#readEach(repository, indexed, served, false)
    const elsewhere = components.filter((component) => !indexed.includes(component))
    const tips = tipsOf(elsewhere)
    if (tips.size === 0) return histories
    const groups = packGroups(await this.#groupsOf(repository, elsewhere, false))
    const { ids } = await this.#index({ ...this.#placeOf(repository), groups }, tips, false)
    const others = await this.#readEach(repository, elsewhere, { groups, ids }, false)
    return new Map([...histories, ...others])
  }

  /** Returns whether the index has the files of a component as it is configured at its commit. */
  #isIndexed({ path, project, config }: Omit<TrackedComponent, 'history'>): boolean {
    const patterns = configuredPatterns({ project, config })
    const group = this.#groups.find(({ name }) => name === path)
    const indexed = group?.patterns.slice(0, patterns.length)
    return JSON.stringify(indexed) === JSON.stringify(patterns)
  }

  #placeOf({ gitDir }: Repository): RepositoryLocation {
    return { gitDir, maxObjectBytes: this.#options.maxObjectBytes }
  }

  async #groupsOf(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
    background: boolean,
  ): Promise<readonly HistoryGroup[]> {
    const { engine } = this.#options
    const located = components.map(({ path, project, config, commit: { oid } }) => {
      return { name: path, project: withoutComponents(project), config, commit: oid }
    })
    const commits = located.map(({ commit }) => commit)
    if (runsHere(engine, commits)) return located.map((one) => historyGroup(one, repository))
    const asked = { at: this.#placeOf(repository), components: located }
    return engine.ask(groupsWork, asked, { ...LONG, background })
  }

  async #index(
    place: IndexLocation,
    tips: ReadonlySet<string>,
    background: boolean,
  ): Promise<HistoryState> {
    const { engine, stores } = this.#options
    const state = await engine.ask(indexWork, { place, tips: [...tips] }, { ...LONG, background })
    // All threads find it there.
    await stores.store.flush()
    return state
  }

  async #readEach(
    repository: Repository,
    components: readonly Omit<TrackedComponent, 'history'>[],
    located: Pick<IndexLocation, 'groups' | 'ids'>,
    background: boolean,
  ): Promise<ReadonlyMap<string, ComponentHistory>> {
    const { engine, stores, library } = this.#options
    const index = { ...this.#placeOf(repository), ...located }
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

function tipsOf(components: readonly Pick<TrackedComponent, 'commit'>[]): ReadonlySet<string> {
  return new Set(components.flatMap(({ commit }) => committedTip(commit) ?? []))
}
