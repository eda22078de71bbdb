import { type Cache, createCache, identityOf } from '../../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import { NotFoundError } from '../../errors.ts'
import type { Source } from '../../git/source.ts'
import { groupBy } from '../../group-by.ts'
import type { ComponentHistory, HistoryScope } from '../../history/component-history.ts'
import type { RepositoryHistory } from '../../history/repository-history.ts'
import { unlessDamaged } from '../../history/unless-damaged.ts'
import type { ViewHistories } from '../../history/view-histories.ts'
import type { Job } from '../../jobs.ts'
import type { View } from '../../model/model.ts'
import { pathOf } from '../../model/paths.ts'
import { isAbsent } from '../../model/readiness.ts'
import { nothingKnown } from '../../view/component-state.ts'
import { siteKey, viewOf } from '../../view/view.ts'
import type { Heads } from './heads.ts'
import { finalizeHistory, type ProjectState, unreadProject } from './project-state.ts'
import { type PlacedComponent, type ProjectTools, readProject } from './read-project.ts'
import { findTargets, type RefTarget } from './ref-targets.ts'

/** The tools that read a view at a ref. */
export interface RefViewOptions {
  /** Default: `none`. `all` adds the last change of each translation and recent changes, but no times of units. */
  readonly history?: HistoryScope
  /** Components whose files were elsewhere at the ref, with the configuration to read there. */
  readonly formerly?: ReadonlyMap<ComponentConfig, ComponentConfig> | undefined
  /** `aside` puts components without a file there into `Project.absent` (default: they stay, with an alert). */
  readonly absent?: 'aside'
  /** Selects projects (default: all); others seem not to exist. */
  readonly sees?: ((project: ProjectConfig) => boolean) | undefined
}

/** Reads all components at a branch, tag or commit id as if it were served. */
export type RefView = Awaited<ReturnType<RefViews['at']>>

interface RefViewsOptions extends ProjectTools {
  readonly config: () => Config
  readonly sources: ReadonlyMap<string, Source>
  readonly resolve: Parameters<typeof findTargets>[1]['resolve']
  /** The history of each source, made when it is first asked for. */
  readonly histories: (source: Source) => RepositoryHistory
  readonly views: ViewHistories
  /** Whether the histories are as complete as they will get; views read before that are read again. */
  readonly isComplete: () => boolean
  /** Memory for cached views, without units, which are in the library. */
  readonly maxBytes: number
}

/** Number of views to cache, however large they are. */
const LEAST_KEPT = 4

/**
 * Reads views at branches, tags and commit ids. They lack components whose repository does not have the ref, and
 * projects without any component, unless discovery looked for them. A few views are cached, by the commits they show.
 */
export class RefViews {
  readonly #options: RefViewsOptions
  readonly #views: Cache<View>
  readonly #pending = new Map<string, Promise<View>>()

  constructor(options: RefViewsOptions) {
    this.#options = options
    this.#views = createCache({ maxBytes: options.maxBytes })
  }

  /** Rejects with NotFoundError if no repository has the ref, with RepositoryError if an unreadable one may have it. */
  async at(ref: string, options: RefViewOptions = {}) {
    const { history: scope = 'none', absent, formerly, sees = () => true } = options
    const config = this.#options.config()
    const projects = config.projects.filter(sees)
    const { sources, resolve } = this.#options
    const targets = (await findTargets(ref, { projects, sources, resolve })).map((refTarget) => ({
      ...refTarget,
      component: refTarget.component && (formerly?.get(refTarget.component) ?? refTarget.component),
    }))
    const isComplete = this.#options.isComplete()
    const history = scope === 'none' ? null : { scope, isComplete }
    const commits = targets.map(({ project, component, oid }) => [pathOf(project, component), oid])
    const settings = [siteKey(config), projects.map((project) => identityOf(project))]
    const elsewhere = [...(formerly?.values() ?? [])]
    const key = JSON.stringify([settings, history, absent, commits, elsewhere])
    /** Reads the view. Rejects with the reason of the job's signal when it is aborted. */
    const read = async (job?: Job): Promise<View> => {
      const cached = this.#views.get(key)
      const joined = this.#pending.get(key)
      if (cached !== undefined) return cached
      if (joined === undefined) {
        return this.#begin(key, job, this.#read(targets, { ...options, isComplete }, job))
      }
      return joined.catch((error: unknown) => {
        // The caller that began this reading may have aborted it.
        if (error instanceof DOMException && error.name === 'AbortError') return read(job)
        throw error
      })
    }
    // Equal keys mean equal views.
    return { key, cached: this.#views.get(key), read }
  }

  #begin(key: string, job: Job | undefined, reading: Promise<View>): Promise<View> {
    const leave = () => {
      if (this.#pending.get(key) === view) this.#pending.delete(key)
    }
    const { maxBytes, views } = this.#options
    const view = reading
      .then((result) => {
        this.#views.set(key, result, Math.min(views.bytesOf(result), maxBytes / LEAST_KEPT))
        return result
      })
      .finally(leave)
    this.#pending.set(key, view)
    // Later callers read it again.
    job?.signal.addEventListener('abort', leave, { once: true })
    return view
  }

  async #read(
    targets: readonly RefTarget[],
    { history: scope = 'none', absent, isComplete }: RefViewOptions & { isComplete: boolean },
    job: Job | undefined,
  ): Promise<View> {
    const states: ProjectState[] = []
    let done = 0
    for (const refTargets of groupBy(targets, ({ project }) => project).values()) {
      const state = await readProject(unreadTarget(refTargets), {
        ...this.#options,
        ...{ scope, heads: headsAt(refTargets), signal: job?.signal },
        historyOf: (component) => this.#historyOf(component, job?.signal),
        progress: (read) => job?.progress(done + read, targets.length, 'components'),
      })
      done += refTargets.length
      states.push(isComplete ? finalizeHistory(state) : state)
    }
    const projectStates = states.filter(
      ({ config: { components, discover } }) => components.length > 0 || discover !== undefined,
    )
    const shown = { ...this.#options.config(), projects: projectStates.map(({ config }) => config) }
    const stateByConfig = new Map(projectStates.flatMap((state) => [...state.states]))
    const { views } = this.#options
    const stateOf = (component: ComponentConfig) =>
      stateByConfig.get(component) ?? nothingKnown(component)
    if (absent !== 'aside') return views.createView(shown, stateOf)
    const view = views.createView(shown, stateOf, undefined, isAbsent)
    const projects = view.projects.filter(({ components }) =>
      components.some(({ config }) => config.vcs !== 'local'),
    )
    if (projects.length === 0) throw new NotFoundError('No component has files at this ref.')
    return viewOf(view.siteKey, projects)
  }

  #historyOf(
    component: PlacedComponent,
    signal: AbortSignal | undefined,
  ): Promise<ComponentHistory | undefined> {
    const { project, config, repository } = component
    const source = this.#options.sources.get(config.repo)
    const located = { ...component, path: pathOf(project, config) }
    return unlessDamaged(
      async () => source && this.#options.histories(source).at(repository, located, signal),
    )
  }
}

function unreadTarget(targets: readonly RefTarget[]): ProjectState {
  const [{ project }] = targets as [RefTarget]
  const read = targets.flatMap(({ component }) => component ?? [])
  // A component without a repository is the same at every commit.
  const others = project.components.filter(({ vcs }) => vcs === 'local')
  return unreadProject({ ...project, components: [...read, ...others] })
}

function headsAt(targets: readonly RefTarget[]): Heads {
  return {
    at(branch) {
      const target = targets.find(
        ({ component }) => component === undefined || component === branch,
      )
      if (target === undefined) return undefined
      const { repository, oid } = target
      return { repository, commit: repository.readCommit(oid) }
    },
  }
}
