import { createCache, oncePer } from '../cache.ts'
import type { Config } from '../config/config.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { NotFoundError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { Source } from '../git/source.ts'
import { createChangeLogs } from '../history/changes/change-log.ts'
import type { HistoryScope } from '../history/component-history.ts'
import { createPeople } from '../history/people/people.ts'
import type { HistoryStores } from '../history/read-component-history.ts'
import { RepositoryHistory } from '../history/repository-history.ts'
import { ViewHistories } from '../history/view-histories.ts'
import { memoryBudget } from '../memory.ts'
import type { Component, View } from '../model/model.ts'
import { Library } from '../reading/library.ts'
import { createVersions } from '../reading/read-entries.ts'
import { type RepositoryFile, readFilesAt, readPathAt } from '../reading/read-file.ts'
import { formatOf } from '../reading/translation-file.ts'
import type { Store } from '../store/store.ts'
import { viewBytes } from '../view/view.ts'
import { type ComponentRef, refsWork } from './component-refs.ts'
import { createAskAbout } from './component-work.ts'
import { type DataFolderOptions, openDataFolder } from './data-folder.ts'
import type { Branch } from './updates/heads.ts'
import type { FindComponents } from './updates/read-project.ts'
import { Reader } from './updates/reader.ts'
import { revisionWork } from './updates/ref-targets.ts'
import { type RefView, type RefViewOptions, RefViews } from './updates/ref-views.ts'
import { intervalsOf, Schedule } from './updates/schedule.ts'
import { ServedProjects } from './updates/served-projects.ts'
import { Sources, type SourcesOptions } from './updates/sources.ts'

export type { CatalogEvent } from './updates/announce.ts'

/** What a catalog serves, and the tools it uses. */
export interface CatalogOptions extends SourcesOptions, DataFolderOptions {
  /** How much of the history to read (default: all). */
  readonly history?: HistoryScope
  /** Worker threads that read and check (default: none). */
  readonly threads?: number
  /** Creates the function that finds the components of projects that configure none; it may use the catalog's store. */
  readonly createFinder?: (store: Store, engine: Engine) => FindComponents
}

/** The result of the last poll of a remote. */
export interface RemotePoll {
  /** Whether the repository is read in place. */
  readonly isLocal: boolean
  /** Time of the last successful poll, in milliseconds since 1970; undefined if there was none. */
  readonly succeededAt: number | undefined
  /** Number of failures since then, and the reason of the last one. */
  readonly failures: number
  readonly error: string | undefined
}

/** All projects, kept up to date with their repositories. */
export type Catalog = Awaited<ReturnType<typeof openCatalog>>

/** Opens the sources of all components in the background. Throws RepositoryError when the data folder is in use. */
export async function openCatalog(options: CatalogOptions) {
  const { config } = options
  const repositories = new Sources(options)
  const { sources } = repositories
  const folder = await openDataFolder(options, () => sources.keys())
  const { store, shared } = folder

  const memory = memoryBudget(config.memory)
  const library = new Library({ maxBytes: memory.library, store })
  const former = new Library({ maxBytes: memory.history })
  const stores: HistoryStores = {
    entries: createCache({ maxBytes: memory.entries }),
    versions: createVersions(),
    store,
  }
  const threads = options.threads ?? 0
  const engine = createEngine({ threads, store, maxThreadBytes: memory.thread })

  const views = new ViewHistories()
  const { historyOf } = views
  const shown = {
    reader: new Reader({ library, store, engine }),
    findComponents: options.createFinder?.(store, engine),
    histories: oncePer((_: Source) => new RepositoryHistory({ stores, library: former, engine })),
    sources,
    views,
  }
  const served = new ServedProjects({ ...options, ...shown })
  const schedule = new Schedule({
    ...options,
    ...{ served, sources, polls: shared?.polls, intervals: intervalsOf(sources, config) },
  })
  const refViews = new RefViews({
    ...shown,
    config: () => served.config(),
    resolve: ({ place }, revision) => engine.ask(revisionWork, { place, revision }),
    maxBytes: memory.views,
    isComplete: () => schedule.isComplete,
  })
  let people = createPeople({ ...config, historyOf })

  const sourceOf = ({ config }: { config: Branch }) => sources.get(config.repo)
  const repositoryOf = (component: Component) => sourceOf(component)?.repository

  function openedAt(component: Component, path: string): [Repository, Commit] {
    const repository = repositoryOf(component)
    if (repository === undefined || component.commit === undefined) {
      throw new NotFoundError(`${path}: the component has no repository`)
    }
    return [repository, component.commit]
  }

  /**
   * Resolves to all components at a branch, tag or commit, named as for `resolveRevision`; see `RefViews`. Waits like
   * `view`.
   */
  async function refView(ref: string, options?: RefViewOptions): Promise<RefView> {
    await schedule.begun
    return refViews.at(ref, options)
  }

  return {
    /** Settles once every component has been read or has failed. Never rejects. */
    ready: schedule.ready,
    /** Settles when the histories have been read too. Never rejects. */
    complete: schedule.complete,
    /** Resolves to what is served now. During the first reading it waits for components, a few seconds at most. */
    async view(): Promise<View> {
      await schedule.begun
      return served.current()
    },
    /** Returns what is served now, without waiting. */
    current: () => served.current(),
    /** Resolves when what is served changes; rejects once the signal is aborted. */
    changed: served.changed,
    /** Requests the times of a component's units for a later view. Resolves once all that can be is known. */
    wantTimes: served.wantTimes,
    refView,
    /** Resolves to the view that `refView` reads. */
    async viewAt(ref: string, options?: RefViewOptions): Promise<View> {
      return (await refView(ref, options)).read()
    },
    /** Bytes of a file at the component's commit. Throws NotFoundError or RepositoryError. */
    readFile: async (component: Component, path: string) =>
      readPathAt(...openedAt(component, path), path),
    readFiles: async (component: Component, path: string): Promise<readonly RepositoryFile[]> =>
      readFilesAt(...openedAt(component, path), path, formatOf(component.config)),
    /** Branches and tags that have the component, see `refsWork`; none while it has no repository. */
    async refs(component: Component): Promise<readonly ComponentRef[]> {
      const repository = repositoryOf(component)
      if (repository === undefined) return []
      return engine.ask(refsWork, { place: repository.place, config: component.config })
    },
    /** The last poll of the remote of a component, or of a project that discovers them; undefined without a repository. */
    lastPoll(of: { readonly config: Branch }): RemotePoll | undefined {
      const source = sourceOf(of)
      if (source === undefined) return undefined
      const { isLocal, fetchedAt: succeededAt, failures } = source
      return { isLocal, succeededAt, failures, error: source.errorOf(of.config.branch)?.message }
    },
    /** The history behind the commit of a component of any view; undefined until it is read. */
    historyOf,
    changes: createChangeLogs(historyOf),
    /** Who made the commits behind a view, as far as they are known. */
    people: (view: View) => people(view),
    engine,
    /** Size of derived values on disk, and their number since the start. */
    store,
    /** The connection to other nodes; undefined if nothing is shared. */
    shared,
    /** Absolute path of the Git folder of a component's repository; undefined while there is none. */
    gitDirOf: (component: Component) => repositoryOf(component)?.place.gitDir,
    askAbout: createAskAbout({ engine, store, repositoryOf, historyOf }),
    /**
     * Polls the remote of a component, or of a project that discovers them, soon, unless it is at the given commit.
     * Resolves after the poll; never rejects.
     */
    async checkRemote(of: { readonly config: Branch }, commit?: string): Promise<void> {
      const source = sourceOf(of)
      if (source === undefined) return
      if (commit === undefined || source.head(of.config.branch) !== commit)
        await schedule.check(source)
    },
    refresh: () => schedule.refresh(),
    /**
     * Serves a new configuration: unchanged components keep what is known about them, new ones are shown once they are
     * read. Resolves once everything has been read or has failed; throws RepositoryError at once if the data folder is in
     * use. The data folder, its limit and `redis` stay as they are.
     */
    configure(changed: Config): Promise<void> {
      const next = { ...changed, dataDir: config.dataDir, disk: config.disk, redis: config.redis }
      folder.lockFor(next)
      const closed = Promise.all(repositories.configure(next).map((source) => source.close()))
      people = createPeople({ ...next, historyOf })
      const checked = served.configure(next)
      const read = schedule.configure(intervalsOf(sources, next), closed)
      return Promise.all([checked, read]).then(() => undefined)
    },
    /** Bytes of memory that each part uses now. */
    memory: {
      digests: () => viewBytes(served.current()),
      library: () => library.bytes(),
      history: () => former.bytes(),
      entries: stores.entries.bytes,
    },
    async close(): Promise<void> {
      served.stop()
      schedule.stop()
      await engine.close()
      await Promise.all([...sources.values()].map((source) => source.close()))
      await schedule.idle()
      await folder.close()
    },
  }
}
