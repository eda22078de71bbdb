import { join } from 'node:path'
import { createCache } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { NotFoundError } from '../errors.ts'
import { lockDataDir } from '../git/data-dir.ts'
import { openRecordFile } from '../git/record-file.ts'
import type { Source } from '../git/sync.ts'
import { type ComponentRef, findComponentRefs } from './component-refs.ts'
import type { LogStores } from './history/component-log.ts'
import {
  type CatalogEvent,
  createMember,
  publishProject,
  readMember,
  rememberMembers,
  touchMember,
} from './member.ts'
import type { Component, View } from './model.ts'
import { createPeople, type People } from './people/people.ts'
import { readPathAt } from './read-file.ts'
import { inSlices } from './slices.ts'
import { createPastsOf, createSources, type SourcesOptions } from './sources.ts'
import type { ParsedTranslation } from './translation-file.ts'
import { createTrends, type Trends } from './trend/trends.ts'
import { type ComponentState, createView } from './view.ts'
import { createRefViews, type RefViewOptions } from './view-at.ts'

export type { CatalogEvent } from './member.ts'

interface CatalogOptions extends SourcesOptions {
  /** Whether it is found out who changed what last, which walks the history; yes unless stated. */
  readonly withHistory?: boolean
}

/** All projects, kept up to date with their repositories. */
export interface Catalog {
  /** Settles when every component was read once or could not be. Never rejects. */
  readonly ready: Promise<void>
  /** Settles when also the history that says who changed what last is at hand. Never rejects. */
  readonly complete: Promise<void>
  /** What is served now; while components are read for the first time it waits for them, a few seconds at most. */
  view(): Promise<View>
  /** What is served now, as it is. */
  current(): View
  /** All components at a branch, tag or commit id, see `createRefViews`; while components are read for the first time it waits too. */
  viewAt(ref: string, options?: RefViewOptions): Promise<View>
  /** Bytes of a file at the component's commit. Throws NotFoundError or RepositoryError. */
  readFile(component: Component, path: string): Promise<Buffer>
  /** Branches and tags that have the component, see `findComponentRefs`; none while it has no repository. */
  refs(component: Component): Promise<readonly ComponentRef[]>
  /** Who made the commits behind a view, as far as they are known. */
  people(view: View): Promise<People>
  readonly trends: Trends
  /** Looks at all remotes now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const MAX_CACHE_BYTES = 256 << 20
/** Of changes that were shown lately, and of what steps logged. */
const MAX_ENTRY_BYTES = 32 << 20
const MAX_RECORD_BYTES = 64 << 20
const MAX_WAIT_MS = 5000

/** Opens the sources of all components in the background. Throws RepositoryError when the data folder is in use. */
export async function openCatalog(options: CatalogOptions): Promise<Catalog> {
  const { config } = options
  const sources = createSources(options)
  const isLocal = [...sources.values()].every((source) => source.isLocal)
  const lock = isLocal ? undefined : lockDataDir(config.dataDir)
  const cache = createCache<ParsedTranslation>({ maxBytes: MAX_CACHE_BYTES })
  const members = config.projects.flatMap((project) =>
    project.components.map((component) =>
      createMember(project, component, sources.get(component.repo)),
    ),
  )
  const stateOf = (component: ComponentConfig) =>
    members.find(({ config: own }) => own === component)?.published as ComponentState
  let view: View | undefined
  const current = () => {
    view ??= createView(config, stateOf)
    return view
  }

  /** Reads what a source's members have to read, then checks their projects. */
  async function readAll(source: Source): Promise<void> {
    const projects = new Set<ProjectConfig>()
    const own = members.filter((one) => one.source === source)
    for (const member of own) {
      if (await readMember(member, cache, options.onEvent)) projects.add(member.project)
    }
    // States that come from history change with the commit, once they are known at all.
    const areKnown = own.some(({ published }) => published.past?.outdated !== undefined)
    if (projects.size > 0 && areKnown) await remember(source)
    for (const project of projects) await publish(project)
  }
  let publishing: Promise<void> = Promise.resolve()
  /** One project at a time, so that of two sources the later one publishes what both have read. */
  function publish(project: ProjectConfig): Promise<void> {
    publishing = publishing.then(async () => {
      const own = members.filter((one) => one.project === project)
      await publishProject(own, options.onEvent)
      view = undefined
    })
    return publishing
  }
  const logs: LogStores = {
    entries: createCache({ maxBytes: MAX_ENTRY_BYTES }),
    records: openRecordFile({
      path: lock && join(config.dataDir, 'history', 'changes.records'),
      kind: 'changes 1',
      maxBytes: MAX_RECORD_BYTES,
    }),
  }
  const pasts = createPastsOf(sources, config, { isOwner: lock !== undefined, stores: logs })
  /** Finds out who changed what last, and what came before. */
  async function touchAll(source: Source): Promise<void> {
    const own = members.filter((one) => one.source === source)
    for (const member of own) {
      if (!isClosed && (await touchMember(member))) view = undefined
    }
    for (const project of await remember(source)) await publish(project)
  }
  /** Finds out what came before. Returns the projects that are to be published again. */
  async function remember(source: Source): Promise<Iterable<ProjectConfig>> {
    const own = members.filter((one) => one.source === source)
    const ownPasts = pasts.get(source)
    if (isClosed || ownPasts === undefined) return []
    const onEvent = (event: CatalogEvent) => isClosed || options.onEvent?.(event)
    const { isNews, projects } = await rememberMembers(own, ownPasts, onEvent)
    if (isNews) view = undefined
    return projects
  }

  const recordsPath = (name: string) =>
    lock === undefined ? undefined : join(config.dataDir, 'records', name)
  const trends = createTrends({ path: recordsPath('trends') })
  let isClosed = false
  const queues = new Map<Source, Promise<void>>()
  /** Lets only one task at a time work on a source. Never rejects: a mistake of ours is said, and the rest goes on. */
  function enqueue(source: Source, task: () => Promise<void>): Promise<void> {
    const turn = (queues.get(source) ?? Promise.resolve())
      .then(() => (isClosed ? undefined : task()))
      .catch((error: unknown) => {
        const component = members.find((one) => one.source === source)?.path ?? ''
        if (!isClosed) options.onEvent?.({ type: 'failed', component, error })
      })
    queues.set(source, turn)
    return turn
  }

  const all = [...sources.values()]
  const ready = Promise.all(
    all.map((source) =>
      enqueue(source, async () => {
        await source.open()
        await readAll(source)
      }),
    ),
  ).then(() => {})
  const complete = Promise.all(
    all.map(async (source) => {
      await ready
      if (options.withHistory === false) return
      await enqueue(source, () => touchAll(source))
      if (source.isLocal) return
      await source.deepen()
      await enqueue(source, () => touchAll(source))
    }),
  ).then(() => {})
  const look = (source: Source) =>
    enqueue(source, async () => {
      await source.refresh()
      await readAll(source)
      if (options.withHistory !== false) await touchAll(source)
    })
  let isComplete = false
  void complete.then(() => {
    isComplete = true
  })
  const viewAt = createRefViews({
    config,
    members,
    cache,
    pastsOf: ({ source }) => source && pasts.get(source),
    isComplete: () => isComplete,
  })
  const timers = [...sources].map(([repo, source]) => {
    const seconds = Math.min(
      ...members.filter((one) => one.config.repo === repo).map((one) => one.config.updateInterval),
    )
    return setInterval(() => void look(source), seconds * 1000).unref()
  })

  return {
    ready,
    complete,
    async view() {
      await Promise.race([ready, pauseFor(MAX_WAIT_MS)])
      return current()
    },
    current,
    async viewAt(ref, options) {
      await Promise.race([ready, pauseFor(MAX_WAIT_MS)])
      return viewAt(ref, options)
    },
    async readFile(component, path) {
      const member = members.find((one) => one.config === component.config)
      const repository = member?.source?.repository
      if (repository === undefined || component.commit === undefined) {
        throw new NotFoundError(`${path}: the component has no repository`)
      }
      return readPathAt(repository, component.commit, path)
    },
    async refs({ config: own }) {
      const repository = members.find((one) => one.config === own)?.source?.repository
      return repository === undefined ? [] : inSlices(findComponentRefs(repository, own))
    },
    people: createPeople({ ...config, path: recordsPath('people') }),
    trends,
    async refresh() {
      await Promise.all(all.map(look))
    },
    async close() {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...all, ...pasts.values()].map((one) => one.close()))
      await Promise.all(queues.values())
      logs.records.flush()
      await Promise.all([...queues.values(), trends.close()])
      lock?.release()
    },
  }
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
