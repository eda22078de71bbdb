import PQueue from 'p-queue'
import { createCache } from '../../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import { NotFoundError, RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'
import type { Job } from '../../jobs.ts'
import { deriveRecentChanges } from '../history/changes/recent-changes.ts'
import type { HistoryScope } from '../history/component-history.ts'
import type { RepositoryHistory, TrackedComponent } from '../history/repository-history.ts'
import { isAbsent } from '../knowledge.ts'
import type { View } from '../model.ts'
import { type ComponentState, NO_HISTORY } from '../view/component-state.ts'
import { viewOf } from '../view/view.ts'
import type { ViewHistories } from '../view/view-histories.ts'
import { alertFor, type ComponentEntry, createEntry } from './component-entry.ts'
import type { ComponentEntries } from './entries.ts'
import type { FindComponents } from './find-components.ts'
import type { FindLastChanges, ReadFiles } from './find-last-changes.ts'
import { placedContent, type Reader } from './reader.ts'
import { type ComponentTarget, findTargets, type RefTarget } from './ref-targets.ts'
import { unlessDamaged } from './unless-damaged.ts'

/** What a view at a ref is read with. */
export interface RefViewOptions {
  /** `none` unless stated; `all` has what last changed each translation and what changed lately, but no times of units. */
  readonly history?: HistoryScope
  /** Components whose files were elsewhere at the ref, with what is read of them instead. */
  readonly formerly?: ReadonlyMap<ComponentConfig, ComponentConfig> | undefined
  /** Where components are that have no file at the ref: `aside` in `Project.absent`, by default among the others, with an alert. */
  readonly absent?: 'aside'
  /** Whether a project is looked at (default: all are): the others are as if they did not exist. */
  readonly sees?: ((project: ProjectConfig) => boolean) | undefined
}

/** All components at a branch, tag or commit id, as they would be if it were served. */
export interface RefView {
  /** The same key always means the same view. */
  readonly key: string
  /** Undefined where it has to be read. */
  readonly known: View | undefined
  /** Rejects with the reason of the job's signal once that is aborted. */
  readonly read: (job?: Job) => Promise<View>
}

interface RefViewsOptions {
  readonly entries: ComponentEntries
  readonly sources: ReadonlyMap<string, Source>
  /** For projects that name no components. */
  readonly findComponents: FindComponents | undefined
  readonly reader: Reader
  readonly findLastChanges: FindLastChanges
  readonly views: ViewHistories
  /** The histories in an entry's repository. */
  readonly historiesOf: (entry: ComponentEntry) => RepositoryHistory | undefined
  /** Whether the histories are as complete as they will get; views read before that are read again. */
  readonly isComplete: () => boolean
  /** Of kept views, without units: those are in the library. */
  readonly maxBytes: number
}

/** However large they are, so many views are kept. */
const LEAST_KEPT = 4

/**
 * Returns the function that finds all components at a branch, tag or commit id; those whose repository does not have it
 * are left out, and so are projects without any. One view is read at a time; a few are kept, by the commits that they
 * show. Throws NotFoundError where no repository has the ref, RepositoryError where one may have it that cannot be
 * read. It is long because its functions share the kept views.
 */
export function createRefViews({
  entries,
  sources,
  findComponents,
  reader,
  findLastChanges,
  views: histories,
  historiesOf,
  isComplete,
  maxBytes,
}: RefViewsOptions): (ref: string, options?: RefViewOptions) => RefView {
  const views = createCache<View>({ maxBytes })
  const pending = new Map<string, Promise<View>>()
  const queue = new PQueue({ concurrency: 1 })

  /** The components of a target. */
  async function componentsOf(
    target: RefTarget,
    signal: AbortSignal | undefined,
  ): Promise<ComponentTarget[]> {
    if ('entry' in target) return [target]
    const { project, source, repository, oid } = target
    const at = { repository, commit: repository.readCommit(oid) }
    const { components = [] } = (await findComponents?.(project, at, signal)) ?? {}
    const found = { ...project, components }
    return components.map((one) => ({
      entry: createEntry(found, one, source),
      repository,
      oid,
    }))
  }

  async function read(
    targets: readonly RefTarget[],
    options: RefViewOptions,
    job?: Job,
  ): Promise<View> {
    const signal = job?.signal
    const isHistorySettled = isComplete()
    const states = new Map<ComponentConfig, ComponentState>()
    const stateOf = (component: ComponentConfig) => states.get(component) as ComponentState
    const places: ComponentTarget[] = []
    for (const target of targets) places.push(...(await componentsOf(target, signal)))
    for (const [index, place] of places.entries()) {
      job?.progress(index, places.length, 'components')
      signal?.throwIfAborted()
      const state = await readState(place, { reader, historiesOf, signal, ...options })
      states.set(place.entry.config, { ...state, isHistorySettled })
    }
    if (options.history === 'all') {
      const found = await findLastChanges(readFilesOf(places, stateOf), {
        isServed: false,
        signal,
      })
      for (const [{ config }, lastChanges] of found) {
        states.set(config, { ...stateOf(config), lastChanges })
      }
    }
    const config = entries.config()
    const shown = { ...config, projects: projectsOf(config, places) }
    for (const project of shown.projects) {
      const own = places.filter(({ entry }) => project.components.includes(entry.config))
      const contents = own.flatMap(({ entry: { config }, repository }) =>
        placedContent(config, repository, stateOf(config)),
      )
      const checked = await reader.check(project, contents, signal)
      for (const [component, content] of checked) {
        states.set(component, { ...stateOf(component), content })
      }
    }
    if (options.absent !== 'aside') return histories.createView(shown, stateOf)
    const view = histories.createView(shown, stateOf, undefined, isAbsent)
    const projects = view.projects.filter(({ components }) => components.length > 0)
    if (projects.length === 0) throw new NotFoundError('No component has files at this ref.')
    return viewOf(view.siteKey, projects)
  }

  return (ref, options = {}) => {
    const { history: scope = 'none', absent, formerly, sees } = options
    const found = findTargets(ref, { entries, sources, sees })
    const targets = found.map((one) => asFormerly(one, formerly))
    const history = scope === 'none' ? null : { scope, isComplete: isComplete() }
    const commits = targets.map((one) => [
      'entry' in one ? one.entry.path : one.project.slug,
      one.oid,
    ])
    const key = JSON.stringify([history, absent, commits, [...(formerly?.values() ?? [])]])
    return {
      key,
      known: views.get(key),
      async read(job) {
        const found = views.get(key) ?? pending.get(key)
        if (found !== undefined) return found
        const turn = queue
          .add(() => read(targets, options, job))
          .then((view) => {
            views.set(key, view, Math.min(histories.bytesOf(view), maxBytes / LEAST_KEPT))
            return view
          })
          .finally(leave)
        function leave(): void {
          if (pending.get(key) === turn) pending.delete(key)
        }
        pending.set(key, turn)
        // Whoever asks from now on reads it again.
        job?.signal.addEventListener('abort', leave, { once: true })
        return turn
      },
    }
  }
}

function asFormerly(target: RefTarget, formerly: RefViewOptions['formerly']): RefTarget {
  if (!('entry' in target)) return target
  const { project, config, source } = target.entry
  const former = formerly?.get(config)
  return former === undefined ? target : { ...target, entry: createEntry(project, former, source) }
}

async function readState(
  { entry, repository, oid }: ComponentTarget,
  {
    reader,
    historiesOf,
    signal,
    history: scope = 'none',
  }: RefViewOptions &
    Pick<RefViewsOptions, 'reader' | 'historiesOf'> & { readonly signal: AbortSignal | undefined },
): Promise<ComponentState> {
  const {
    project,
    config,
    path,
    state: { latest },
  } = entry
  const branch = config.branch || repository.defaultBranch() || ''
  const place = { branch, repo: latest.repo, ...NO_HISTORY }
  try {
    const commit = repository.readCommit(oid)
    const component = { config, repository, commit }
    const content = await reader.read(project, component, signal)
    const history = await readHistory({ ...component, project, path }, scope, historiesOf(entry))
    return { ...place, commit, content, alert: undefined, ...history }
  } catch (error) {
    // Objects that are damaged or missing in one repository: the others are served.
    if (!(error instanceof RepositoryError)) throw error
    return { ...place, commit: undefined, content: undefined, alert: alertFor(error) }
  }
}

/** The history behind a commit, as far as it is wanted. */
async function readHistory(
  component: Omit<TrackedComponent, 'history'> & { readonly repository: Repository },
  scope: HistoryScope,
  histories: RepositoryHistory | undefined,
): Promise<Partial<Pick<ComponentState, 'history' | 'recent'>>> {
  if (scope === 'none') return {}
  const history = await unlessDamaged(async () => {
    const found = await histories?.at(component.repository, [component])
    return found?.get(component.path)
  })
  if (scope !== 'all') return { history }
  return {
    history,
    recent: history && (await unlessDamaged(() => deriveRecentChanges({ ...component, history }))),
  }
}

/** Those that could be read. */
function readFilesOf(
  places: readonly ComponentTarget[],
  stateOf: (component: ComponentConfig) => ComponentState,
): ReadFiles[] {
  return places.flatMap(({ entry: { config }, repository }) => {
    const { commit, content } = stateOf(config)
    return commit === undefined || content === undefined
      ? []
      : [{ repository, commit, config, content }]
  })
}

/** The projects that have components at the ref, with these alone. */
function projectsOf({ projects }: Config, places: readonly ComponentTarget[]): Config['projects'] {
  return projects.flatMap((project) => {
    const components = places
      .filter(({ entry }) => entry.project.slug === project.slug)
      .map(({ entry }) => entry.config)
    return components.length === 0 ? [] : [{ ...project, components }]
  })
}
