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
import type { CatalogEvent, Member } from './component-entry.ts'
import { learnFromPast } from './derive-from-history.ts'
import { touchMember } from './find-last-changes.ts'
import { rememberMembers } from './load-history.ts'
import { publishProject } from './publish-project.ts'
import { readMember } from './read-entry.ts'
import { createTiming } from './timing.ts'

interface UpdatesOptions {
  readonly config: Config
  readonly members: readonly Member[]
  readonly cache: Cache<ParsedUnits>
  readonly pasts: ReadonlyMap<Source, RepositoryHistory>
  readonly onEvent?: ((event: CatalogEvent) => void) | undefined
}

/** What is served, and how it is brought up to date with a source. */
interface Updates {
  /** What is served now. */
  current(): View
  /** Reads what a source's components have to read, then checks their projects. */
  read(source: Source): Promise<void>
  /** Finds out what came before. */
  remember(source: Source): Promise<void>
  /** Finds out who changed what last, what came before, and how much changed lately. */
  touch(source: Source): Promise<void>
  /** Lets a later view have the times of a component's units; what is not served has none. */
  wantTimes(component: Component): void
  /** Lets what is under way end early. */
  stop(): void
}

/** Serves the configured components, of which nothing is known yet. */
export function createUpdates(options: UpdatesOptions): Updates {
  const { config, members, cache, pasts } = options
  let isStopped = false
  const onEvent = (event: CatalogEvent) => {
    if (!isStopped) options.onEvent?.(event)
  }
  const membersOf = (source: Source) => members.filter((one) => one.source === source)
  const stateOf = (component: ComponentConfig) =>
    members.find(({ config: own }) => own === component)?.published as ComponentState
  let view: View | undefined

  const queue = new PQueue({ concurrency: 1 })
  /** One project at a time, so that of two sources the later one publishes what both have read. */
  function publish(project: ProjectConfig): Promise<void> {
    return queue.add(async () => {
      const own = members.filter((one) => one.project === project)
      await publishProject(own, options.onEvent)
      view = undefined
    })
  }

  /** Finds out what came before. Returns the projects that are to be published again. */
  async function readPasts(source: Source): Promise<Iterable<ProjectConfig>> {
    const past = pasts.get(source)
    if (isStopped || past === undefined) return []
    const { isNews, projects } = await rememberMembers(membersOf(source), past, onEvent)
    if (isNews) view = undefined
    return projects
  }

  async function remember(source: Source): Promise<void> {
    for (const project of await readPasts(source)) await publish(project)
  }

  /** Finds out how contents changed lately, once what came before is known. Returns whether that is news. */
  async function recall(member: Member): Promise<boolean> {
    const { past, recent } = member.published
    if (past === undefined || recent !== undefined) return false
    return learnFromPast(member, { past, name: 'recent', steps: findRecentChanges(past) })
  }

  function current(): View {
    view ??= createView(config, stateOf)
    return view
  }

  const wantTimes = createTiming({
    members,
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
      const own = membersOf(source)
      for (const member of own) {
        if (await readMember(member, cache, options.onEvent)) projects.add(member.project)
      }
      // States that come from history change with the commit, once they are known at all.
      const areKnown = own.some(({ published }) => published.past?.outdated !== undefined)
      if (projects.size > 0 && areKnown) await readPasts(source)
      for (const project of projects) await publish(project)
    },
    remember,
    async touch(source) {
      for (const member of membersOf(source)) {
        if (!isStopped && (await touchMember(member))) view = undefined
      }
      await remember(source)
      for (const member of membersOf(source)) {
        if (!isStopped && (await recall(member))) view = undefined
      }
    },
    stop() {
      isStopped = true
    },
  }
}
