import { EventEmitter, once } from 'node:events'
import type { ComponentConfig, Config } from '../../config/config.ts'
import { RepositoryError, unless } from '../../errors.ts'
import type { Source } from '../../git/source.ts'
import { loggedComponents } from '../../history/changes/segments.ts'
import { timesWork } from '../../history/changes/unit-log.ts'
import type { ComponentHistory, HistoryScope } from '../../history/component-history.ts'
import type { RepositoryHistory, TrackedComponent } from '../../history/repository-history.ts'
import { unlessDamaged } from '../../history/unless-damaged.ts'
import type { ViewHistories } from '../../history/view-histories.ts'
import type { Alert, Component, View } from '../../model/model.ts'
import { pathOf, placeOf } from '../../model/paths.ts'
import { type CatalogEvent, newsOf } from './announce.ts'
import { type Heads, headsIn, SAME_HEADS } from './heads.ts'
import {
  aboutProject,
  configureProject,
  finalizeHistory,
  learn,
  type ProjectState,
  shownOf,
  stateOf,
  unreadProject,
  withStates,
} from './project-state.ts'
import { alertFor, type ProjectTools, readProject } from './read-project.ts'

interface ServedProjectsOptions extends ProjectTools {
  readonly config: Config
  /** Sources by address. */
  readonly sources: ReadonlyMap<string, Source>
  /** The history of each source, made when it is first asked for. */
  readonly histories: (source: Source) => RepositoryHistory
  readonly views: ViewHistories
  /** How much of the history to read (default: all). */
  readonly history?: HistoryScope
  readonly onEvent?: ((event: CatalogEvent) => void) | undefined
}

interface Served {
  latest: ProjectState
  /** The state shown; undefined while the project is not shown. */
  shown: ProjectState | undefined
  /** Settles when everything requested has been read, one reading after another. */
  turn: Promise<void>
}

/** The history behind a new commit, or why it cannot be read, by the path of a source's component. */
type FoundHistories = ReadonlyMap<string, ComponentHistory | Alert>

const NONE: FoundHistories = new Map()

/** All served projects, and how they follow their sources. */
export class ServedProjects {
  readonly #options: ServedProjectsOptions
  #config: Config
  readonly #projects = new Map<string, Served>()
  #view: View | undefined
  #isStopped = false
  /** The components whose history has been announced as known. */
  readonly #withHistory = new Set<string>()
  /** Without a limit of listeners, since many requests may wait for a change. */
  readonly #events = new EventEmitter().setMaxListeners(0)
  /** Resolves when what is served changes; rejects with the signal's reason. */
  readonly changed = async (signal: AbortSignal): Promise<void> => {
    await once(this.#events, 'change', { signal })
  }
  readonly #searches = new WeakMap<ComponentHistory, Promise<void>>()

  constructor(options: ServedProjectsOptions) {
    const { config } = options
    this.#options = options
    this.#config = config
    for (const project of config.projects) {
      const state = unreadProject(project)
      this.#projects.set(project.slug, { latest: state, shown: state, turn: Promise.resolve() })
    }
  }

  current(): View {
    this.#view ??= this.#createView()
    return this.#view
  }

  /** Returns the configuration, with the discovered components. */
  config(): Config {
    const projects = [...this.#projects.values()].map(({ latest }) => latest.config)
    return { ...this.#config, projects }
  }

  /** Returns `project/component` of a source's first component. */
  pathIn(source: Source): string {
    const [path = ''] = this.#projectsIn(source).flatMap(({ latest: { config } }) => [
      ...config.components
        .filter((component) => this.#isIn(source, component))
        .map((component) => pathOf(config, component)),
      pathOf(config),
    ])
    return path
  }

  /** Serves a new configuration as far as its components are known. Resolves once these are checked again. */
  async configure(config: Config): Promise<void> {
    this.#config = config
    const former = new Map(this.#projects)
    this.#projects.clear()
    for (const project of config.projects) {
      const before = former.get(project.slug)
      const latest = before ? configureProject(before.latest, project) : unreadProject(project)
      const served = before ?? { latest, shown: undefined, turn: Promise.resolve() }
      this.#projects.set(project.slug, served)
      served.shown = shownOf(latest, before?.shown)
      served.latest = latest
    }
    this.#expire()
    await Promise.all(config.projects.map(({ slug }) => this.#read(slug, SAME_HEADS, 'none')))
  }

  /** Reads what changed in a source, and its history if states of units come from it. */
  async read(source: Source): Promise<void> {
    const states = this.#projectsIn(source).flatMap(({ latest }) => [...latest.states.values()])
    // States from history change with the commit, once they are known at all.
    const areKnown = states.some(({ history }) => history?.outdated !== undefined)
    await (areKnown ? this.#readStates(source) : this.#readAll(source, 'none'))
  }

  /** Reads the histories behind the served commits of a source. */
  async readHistory(source: Source): Promise<void> {
    await this.#readStates(source)
    if (this.#options.history !== 'states') await this.#readAll(source, 'all')
  }

  async #readStates(source: Source): Promise<void> {
    await this.#readAll(source, 'states', await this.#findHistories(source))
  }

  /** Marks unknown history behind the commits of a source as final. */
  async finalizeHistory(source: Source): Promise<void> {
    const finalize = (before: ProjectState) =>
      finalizeHistory(before, (config) => this.#isIn(source, config))
    await Promise.all(
      this.#projectsIn(source).map(({ latest }) => this.#change(latest.config.slug, finalize)),
    )
  }

  /** See `Catalog`. Times are found once for each served history, beside all other work. */
  readonly wantTimes = async (component: Component): Promise<void> => {
    const history = this.#options.views.historyOf(component)
    const { project, config } = component
    const state = this.#projects.get(project.config.slug)?.shown?.states.get(config)
    if (history === undefined || state?.history !== history) return
    const search =
      this.#searches.get(history) ??
      this.#findTimes(component, history).catch((error: unknown) =>
        this.#emit({ type: 'failed', component: pathOf(project.config, config), error }),
      )
    this.#searches.set(history, search)
    await search
  }

  async #findTimes(component: Component, history: ComponentHistory): Promise<void> {
    const { project, config } = component
    const repository = loggedComponents(this.current(), this.#options.views.historyOf).find(
      (logged) => logged.some((other) => other.history === history),
    )
    if (this.#isStopped || repository === undefined) return
    const times = await unlessDamaged(() =>
      history.ask(timesWork, repository, placeOf(component), { background: true }),
    )
    if (times === undefined) return
    await this.#change(project.config.slug, (before) => {
      const state = stateOf(before, config)
      return state.history === history
        ? withStates(before, [[config, { ...state, times }]])
        : before
    })
  }

  stop(): void {
    this.#isStopped = true
  }

  readonly #emit = (event: CatalogEvent): void => {
    if (!this.#isStopped) this.#options.onEvent?.(event)
  }

  #createView(): View {
    const shown = [...this.#projects.values()].flatMap(({ shown: state }) => state ?? [])
    const states = new Map(
      shown.flatMap((state) =>
        state.config.components.map((component) => [component, stateOf(state, component)]),
      ),
    )
    const about = new Map(shown.map((state) => [state.config, aboutProject(state)]))
    return this.#options.views.createView(
      { ...this.#config, projects: shown.map(({ config }) => config) },
      (component) => states.get(component)!,
      (project) => about.get(project)!,
    )
  }

  #expire(): void {
    this.#view = undefined
    this.#events.emit('change')
  }

  #isIn(source: Source, { repo }: Pick<ComponentConfig, 'repo'>): boolean {
    return this.#options.sources.get(repo) === source
  }

  #projectsIn(source: Source): Served[] {
    const isIn = (component: Pick<ComponentConfig, 'repo'>) => this.#isIn(source, component)
    return [...this.#projects.values()].filter(
      ({ latest: { config } }) =>
        config.components.some(isIn) || (config.discover !== undefined && isIn(config.discover)),
    )
  }

  async #readAll(source: Source, scope: HistoryScope, histories = NONE): Promise<void> {
    const heads = headsIn(source, this.#options.sources)
    await Promise.all(
      this.#projectsIn(source).map(({ latest }) =>
        this.#read(latest.config.slug, heads, scope, histories),
      ),
    )
  }

  #read(slug: string, heads: Heads, scope: HistoryScope, histories = NONE): Promise<void> {
    return this.#change(slug, (before) =>
      readProject(before, {
        ...this.#options,
        ...{ scope, heads },
        historyOf: async ({ project, config, commit, state: { history } }) => {
          const latest = histories.get(pathOf(project, config)) ?? history
          return latest === undefined || 'message' in latest || latest.timeline.tip === commit.oid
            ? latest
            : undefined
        },
        onNotice: (message) => this.#emit({ type: 'notice', component: slug, message }),
        onFailure: (config, error) =>
          this.#emit({ type: 'failed', component: pathOf(before.config, config), error }),
      }),
    )
  }

  /** Extends the history of a source to its served commits. */
  async #findHistories(source: Source): Promise<FoundHistories> {
    const { repository } = source
    if (this.#isStopped || repository === undefined) return NONE
    const heads = headsIn(source, this.#options.sources)
    const tracked = this.#projectsIn(source).flatMap(({ latest }) =>
      latest.config.components
        .filter((component) => this.#isIn(source, component))
        .flatMap((config) => trackedAt(heads, latest, config)),
    )
    try {
      return await this.#options.histories(source).update(repository, tracked)
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
      source.suspect(error.code)
      const message = `history: ${error.message}`
      for (const { path } of tracked) this.#emit({ type: 'alert', component: path, message })
      return new Map(tracked.map(({ path }) => [path, { ...alertFor(error), message }]))
    }
  }

  /** Changes what is known about a project, after everything requested before. */
  #change(
    slug: string,
    work: (before: ProjectState) => ProjectState | Promise<ProjectState>,
  ): Promise<void> {
    const served = this.#projects.get(slug)
    if (served === undefined) return Promise.resolve()
    const done = served.turn.then(async () => {
      if (this.#isStopped || this.#projects.get(slug) !== served) return
      const before = served.latest
      const after = await work(before)
      if (after !== before)
        this.#serve(served, served.latest === before ? after : learn(served.latest, after))
    })
    served.turn = done.catch(() => undefined)
    return done
  }

  #serve(served: Served, latest: ProjectState): void {
    const before = served.shown
    served.latest = latest
    served.shown = shownOf(latest, before)
    this.#expire()
    for (const event of served.shown ? newsOf(before, served.shown) : []) {
      if (event.type !== 'history') this.#emit(event)
      else if (!this.#withHistory.has(event.component)) {
        this.#withHistory.add(event.component)
        this.#emit(event)
      }
    }
  }
}

/** Returns a component that was read, at its head. Without a head returns nothing: reading its files reports that. */
function trackedAt(heads: Heads, state: ProjectState, config: ComponentConfig): TrackedComponent[] {
  const { config: project } = state
  const { commit: before, files, history } = stateOf(state, config)
  if (files === undefined) return []
  const commit = unless(() => heads.at(config, before)?.commit, RepositoryError)
  return commit ? [{ path: pathOf(project, config), project, config, commit, history }] : []
}
