import PQueue from 'p-queue'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { Source } from '../../git/source.ts'
import { giveTurn, nextTurn } from '../../run-yielding.ts'
import { deriveRecentChanges } from '../history/changes/recent-changes.ts'
import type { Alert, Component, View } from '../model.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import type { ComponentState } from '../view/component-state.ts'
import type { ViewHistories } from '../view/view-histories.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { createChangeBell } from './change-bell.ts'
import { alertFor, type CatalogEvent, type ComponentEntry } from './component-entry.ts'
import { type CurrentView, createCurrentView } from './current-view.ts'
import type { ComponentEntries } from './entries.ts'
import { type FindComponents, findProjects } from './find-components.ts'
import { type FindLastChanges, filesOf } from './find-last-changes.ts'
import { readEntry } from './read-entry.ts'
import { placedContent, type Reader } from './reader.ts'
import type { SourceHistories } from './sources.ts'
import type { EntryChange } from './transition.ts'
import { createTimeFinder } from './unit-times.ts'
import { unlessDamaged } from './unless-damaged.ts'

interface UpdatesOptions {
  readonly entries: ComponentEntries
  /** For projects that name no components. */
  readonly findComponents: FindComponents | undefined
  readonly reader: Reader
  readonly histories: SourceHistories
  readonly findLastChanges: FindLastChanges
  readonly views: ViewHistories
  readonly onEvent?: ((event: CatalogEvent) => void) | undefined
}

/** What is served, and the steps that bring it up to date with a source. */
export interface Updates {
  /** What is served now. */
  current(): View
  /** Serves another configuration at once, as far as it is known; then checks the projects that changed. */
  configure(config: Config): Promise<void>
  /** Reads what a source's components have to read, then checks their projects. */
  read(source: Source): Promise<void>
  /** Loads the histories behind the latest commits. */
  loadHistory(source: Source): Promise<void>
  /** The same, and finds out who changed what last and how much changed lately. */
  deriveHistory(source: Source): Promise<void>
  /** What is not known now of the histories behind the latest commits stays unknown. */
  settleHistory(source: Source): void
  /** See `Catalog`. */
  readonly changed: (signal: AbortSignal) => Promise<void>
  /** Lets a later view have the times of a component's units; what is not served has none. */
  wantTimes(component: Component): Promise<void>
  /** Lets what is under way end early. */
  stop(): void
}

/** Serves the configured components, of which nothing is known yet. */
export function createUpdates(options: UpdatesOptions): Updates {
  return new CatalogUpdates(options)
}

class CatalogUpdates implements Updates {
  readonly #options: UpdatesOptions
  /** One project at a time, so that of two sources the later one serves what both have read. */
  readonly #checking = new PQueue({ concurrency: 1 })
  readonly #reading: PQueue
  readonly #view: CurrentView
  #isStopped = false
  readonly #announcements: Announcements
  readonly #bell = createChangeBell()
  readonly wantTimes: (component: Component) => Promise<void>

  constructor(options: UpdatesOptions) {
    const { entries, views } = options
    const stateOf = (one: ComponentConfig) => entries.get(one)?.state.served as ComponentState
    this.#options = options
    this.#view = createCurrentView(() =>
      views.createView(entries.shown(), stateOf, entries.stateOf),
    )
    this.#reading = new PQueue({ concurrency: options.reader.concurrency })
    this.#announcements = createAnnouncements(this.#tell)
    this.wantTimes = createTimeFinder({
      entryOf: ({ config }) => entries.get(config),
      historyOf: views.historyOf,
      current: () => this.current(),
      apply: (entry, commit, change) => this.#apply(entry, commit, change),
      isStopped: () => this.#isStopped,
      onEvent: this.#tell,
    })
  }

  current(): View {
    return this.#view.get()
  }

  async configure(config: Config): Promise<void> {
    const changed = this.#options.entries.configure(config)
    this.#view.expire()
    this.#bell.ring()
    for (const project of changed) await this.#check(project)
  }

  async read(source: Source): Promise<void> {
    const { reader, onEvent = () => undefined } = this.#options
    if (await findProjects(source, this.#options, this.#tell)) {
      this.#view.expire()
      this.#bell.ring()
    }
    const projects = new Set<ProjectConfig>()
    const own = this.#entriesOf(source)
    await this.#reading.addAll(
      own.map((entry) => async () => {
        const start = performance.now()
        if (await readEntry(entry, reader, onEvent)) {
          projects.add(entry.project)
          this.#announcements.expect(entry, start)
        }
        await giveTurn()
      }),
    )
    // States that come from history change with the commit, once they are known at all.
    const areKnown = own.some(({ state }) => state.served.history?.outdated !== undefined)
    if (projects.size > 0 && areKnown) await this.#loadHistories(source)
    for (const project of projects) await this.#check(project)
  }

  async loadHistory(source: Source): Promise<void> {
    for (const project of await this.#loadHistories(source)) await this.#check(project)
    this.#view.settle()
  }

  async deriveHistory(source: Source): Promise<void> {
    await this.#findChanges(source)
    await this.loadHistory(source)
    await this.#deriveEach(source, (entry) => this.#findRecent(entry))
    this.#view.settle()
  }

  settleHistory(source: Source): void {
    for (const entry of this.#entriesOf(source)) {
      const { commit, content } = entry.state.latest
      if (content !== undefined) this.#apply(entry, commit?.oid, { type: 'historySettled' })
    }
  }

  readonly changed = (signal: AbortSignal): Promise<void> => this.#bell.next(signal)

  stop(): void {
    this.#isStopped = true
  }

  readonly #tell = (event: CatalogEvent): void => {
    if (!this.#isStopped) this.#options.onEvent?.(event)
  }

  #entriesOf(source: Source): readonly ComponentEntry[] {
    return this.#options.entries.of(source)
  }

  /** Applies a change, and announces what is served. */
  #apply(entry: ComponentEntry, expectedCommit: string | undefined, change: EntryChange): boolean {
    const { served } = entry.state
    const isNews = this.#applySilently(entry, expectedCommit, change)
    if (entry.state.served !== served) this.#announcements.announce(entry)
    return isNews
  }

  /** Where it changed what is served, the next view shows it. */
  #applySilently(
    entry: ComponentEntry,
    expectedCommit: string | undefined,
    change: EntryChange,
  ): boolean {
    const { served } = entry.state
    const isNews = entry.apply(expectedCommit, change)
    if (entry.state.served === served) return isNews
    const isAwaited = change.type === 'checked' || change.type === 'historySettled'
    if (isAwaited) this.#view.expire()
    else this.#view.expireSoon()
    this.#bell.ring()
    return isNews
  }

  /** Checks and serves a project; where checking fails, with an alert and without failing checks. */
  #check(project: ProjectConfig): Promise<void> {
    return this.#checking.add(async () => {
      const read = this.#options.entries
        .all()
        .filter((one) => one.project === project)
        .map((entry) => ({ entry, config: entry.config, state: entry.state.latest }))
      const contents = read.flatMap(({ entry, config, state }) =>
        placedContent(config, entry.source?.repository, state),
      )
      let checked: ReadonlyMap<ComponentConfig, ComponentContent> = new Map(
        contents.map(({ config, content }) => [config, content]),
      )
      let alert: Alert | undefined
      try {
        checked = await this.#options.reader.check(project, contents)
      } catch (error) {
        alert = alertFor(error)
        this.#options.onEvent?.({ type: 'failed', component: read[0]?.entry.path ?? '', error })
      }
      // A large view takes long to make, with what waits for it.
      await nextTurn()
      for (const { entry, config, state } of read) {
        const content = checked.get(config)
        this.#applySilently(entry, state.commit?.oid, { type: 'checked', content, alert })
      }
      for (const { entry } of read) {
        await giveTurn()
        this.#announcements.announce(entry)
      }
    })
  }

  /** Returns the projects whose states come from a history that was loaded: they are to be checked again. */
  async #loadHistories(source: Source): Promise<ReadonlySet<ProjectConfig>> {
    const projects = new Set<ProjectConfig>()
    const { repository } = source
    if (this.#isStopped || repository === undefined) return projects
    const read = this.#entriesOf(source).flatMap((entry) => {
      const { commit, history } = entry.state.latest
      const { path, project, config } = entry
      return commit === undefined ? [] : [{ entry, path, project, config, commit, history }]
    })
    try {
      const found = await this.#options.histories.get(source).update(repository, read)
      for (const { entry, path, project, commit } of read) {
        const history = found.get(path)
        if (history === undefined) continue
        const isNews = this.#apply(entry, commit.oid, { type: 'historyLoaded', history })
        if (isNews && history.outdated !== undefined) projects.add(project)
      }
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error
      const { code } = error
      source.doubt(code)
      // What was known stays.
      for (const { entry, path, commit } of read) {
        const message = `history: ${error.message}`
        const alert: Alert = { name: 'RepositoryError', message, filename: '', code }
        if (entry.state.latest.history === undefined)
          this.#apply(entry, commit.oid, { type: 'historyFailed', alert })
        this.#tell({ type: 'alert', component: path, message })
      }
    }
    return projects
  }

  /** For one component after the other, until it is stopped. */
  async #deriveEach(
    source: Source,
    derive: (entry: ComponentEntry) => Promise<void>,
  ): Promise<void> {
    for (const entry of this.#entriesOf(source)) {
      if (this.#isStopped) return
      await derive(entry)
      await giveTurn()
    }
  }

  async #findChanges(source: Source): Promise<void> {
    const { repository } = source
    const missing = this.#entriesOf(source).flatMap((entry) => {
      const { commit, content, lastChanges } = entry.state.latest
      if (commit === undefined || content === undefined || repository === undefined) return []
      // Behind the same commit only those that are missing may come, with older commits.
      if (lastChanges?.size === new Set(filesOf(content)).size) return []
      return { entry, repository, commit, config: entry.config, content }
    })
    const found = await this.#options.findLastChanges(missing, { isServed: true })
    for (const [{ entry, commit }, lastChanges] of found) {
      this.#apply(entry, commit.oid, { type: 'lastChangesFound', lastChanges })
    }
  }

  async #findRecent(entry: ComponentEntry): Promise<void> {
    const { commit, history, recent: known } = entry.state.served
    if (history === undefined || known !== undefined) return
    const recent = await unlessDamaged(() => deriveRecentChanges({ ...entry, history }))
    if (recent === undefined) return
    this.#apply(entry, commit?.oid, { type: 'derived', history, found: { recent } })
  }
}
