import PQueue from 'p-queue'
import type { Cache } from '../../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import type { Source } from '../../git/source.ts'
import { findRecentChanges } from '../history/changes/recent-changes.ts'
import type { RepositoryHistory } from '../history/repository-history.ts'
import type { Component, View } from '../model.ts'
import type { ParsedUnits } from '../reading/translation-file.ts'
import type { ComponentState } from '../view/component-state.ts'
import { createView } from '../view/view.ts'
import type { CatalogEvent, ComponentEntry } from './component-entry.ts'
import { deriveFromHistory } from './derive-from-history.ts'
import { findEntryChanges } from './find-last-changes.ts'
import { loadHistory as loadHistories } from './load-history.ts'
import { publishProject } from './publish-project.ts'
import { readEntry } from './read-entry.ts'
import { createTiming } from './timing.ts'

interface UpdatesOptions {
  readonly config: Config
  readonly entries: readonly ComponentEntry[]
  readonly cache: Cache<ParsedUnits>
  readonly histories: ReadonlyMap<Source, RepositoryHistory>
  readonly onEvent?: ((event: CatalogEvent) => void) | undefined
}

/** What is served, and how it is brought up to date with a source. */
interface Updates {
  /** What is served now. */
  current(): View
  /** Reads what a source's components have to read, then checks their projects. */
  read(source: Source): Promise<void>
  /** Finds out what came before. */
  loadHistory(source: Source): Promise<void>
  /** Finds out who changed what last, what came before, and how much changed lately. */
  deriveHistory(source: Source): Promise<void>
  /** Lets a later view have the times of a component's units; what is not served has none. */
  wantTimes(component: Component): void
  /** Lets what is under way end early. */
  stop(): void
}

/** Serves the configured components, of which nothing is known yet. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { config, entries, cache, histories } = options
  let isStopped = false
  const onEvent = (event: CatalogEvent) => {
    if (!isStopped) options.onEvent?.(event)
  }
  const entriesOf = (source: Source) => entries.filter((one) => one.source === source)
  const stateOf = (component: ComponentConfig) =>
    entries.find(({ config: own }) => own === component)?.published as ComponentState
  let view: View | undefined

  const queue = new PQueue({ concurrency: 1 })
  /** One project at a time, so that of two sources the later one publishes what both have read. */
  function publish(project: ProjectConfig): Promise<void> {
    return queue.add(async () => {
      const own = entries.filter((one) => one.project === project)
      await publishProject(own, options.onEvent)
      view = undefined
    })
  }

  /** Finds out what came before. Returns the projects that are to be published again. */
  async function readHistories(source: Source): Promise<Iterable<ProjectConfig>> {
    const history = histories.get(source)
    if (isStopped || history === undefined) return []
    const { isNews, projects } = await loadHistories(entriesOf(source), history, onEvent)
    if (isNews) view = undefined
    return projects
  }

  async function loadHistory(source: Source): Promise<void> {
    for (const project of await readHistories(source)) await publish(project)
  }

  /** Finds out how contents changed lately, once what came before is known. Returns whether that is news. */
  async function deriveRecent(entry: ComponentEntry): Promise<boolean> {
    const { history, recent } = entry.published
    if (history === undefined || recent !== undefined) return false
    return deriveFromHistory(entry, { history, name: 'recent', steps: findRecentChanges(history) })
  }

  function current(): View {
    view ??= createView(config, stateOf)
    return view
  }

  const wantTimes = createTiming({
    entries,
    current,
    isStopped: () => isStopped,
    onNews() {
      view = undefined
    },
    onEvent,
  })

  return {
    current,
    wantTimes,
    async read(source) {
      const projects = new Set<ProjectConfig>()
      const own = entriesOf(source)
      for (const entry of own) {
        if (await readEntry(entry, cache, options.onEvent)) projects.add(entry.project)
      }
      // States that come from history change with the commit, once they are known at all.
      const areKnown = own.some(({ published }) => published.history?.outdated !== undefined)
      if (projects.size > 0 && areKnown) await readHistories(source)
      for (const project of projects) await publish(project)
    },
    loadHistory,
    async deriveHistory(source) {
      for (const entry of entriesOf(source)) {
        if (!isStopped && (await findEntryChanges(entry))) view = undefined
      }
      await loadHistory(source)
      for (const entry of entriesOf(source)) {
        if (!isStopped && (await deriveRecent(entry))) view = undefined
      }
    },
    stop() {
      isStopped = true
    },
  }
}
