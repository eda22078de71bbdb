import { setImmediate as pause } from 'node:timers/promises'
import { createCache } from '../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../config/config.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import { withoutCredentials } from '../git/address.ts'
import { lockDataDir } from '../git/data-dir.ts'
import { createSource, type Source } from '../git/sync.ts'
import {
  type ComponentContent,
  type ParsedTranslation,
  type ReadOptions,
  readComponent,
} from './component.ts'
import type { Component, View } from './model.ts'
import { readPathAt } from './read-file.ts'
import { type ComponentState, createView } from './view.ts'

/** What happens while repositories are cloned and components are read; `component` is `project/component`. */
export type CatalogEvent =
  | {
      readonly type: 'ready'
      readonly component: string
      readonly translations: number
      readonly units: number
      readonly milliseconds: number
    }
  | { readonly type: 'progress' | 'alert'; readonly component: string; readonly message: string }

export interface CatalogOptions {
  readonly config: Config
  /** Where credentials and the system's git are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onEvent?: (event: CatalogEvent) => void
}

/** All projects, kept up to date with their repositories. */
export interface Catalog {
  /** Settles when every component was read once or could not be. Never rejects. */
  readonly ready: Promise<void>
  /** What is served now; while components are read for the first time it waits for them, a few seconds at most. */
  view(): Promise<View>
  /** What is served now, as it is. */
  current(): View
  /** Bytes of a file at the component's served commit. Throws NotFoundError or RepositoryError. */
  readFile(component: Component, path: string): Promise<Buffer>
  /** Looks at all remotes now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const MAX_CACHE_BYTES = 256 << 20
const MAX_WAIT_MS = 5000
/** How long reading may keep the event loop busy before others get a turn. */
const SLICE_MS = 10

interface Member {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly path: string
  readonly source: Source | undefined
  state: ComponentState
}

/** Opens the sources of all components in the background. Throws RepositoryError when the data folder is in use. */
export async function openCatalog(options: CatalogOptions): Promise<Catalog> {
  const { config } = options
  const sources = createSources(options)
  const isLocal = [...sources.values()].every((source) => source.isLocal)
  const lock = isLocal ? undefined : lockDataDir(config.dataDir)
  const cache = createCache<ParsedTranslation>({ maxBytes: MAX_CACHE_BYTES })
  const members = config.projects.flatMap((project) =>
    project.components.map((component): Member => {
      const repo = withoutCredentials(component.repo)
      return {
        project,
        config: component,
        path: `${project.slug}/${component.slug}`,
        source: sources.get(component.repo),
        state: {
          commit: undefined,
          branch: component.branch,
          repo,
          content: undefined,
          alert: undefined,
        },
      }
    }),
  )
  const stateOf = (project: ProjectConfig, component: ComponentConfig) =>
    members.find((one) => one.project === project && one.config === component)
      ?.state as ComponentState
  let view = createView(config, stateOf)

  async function readAll(source: Source): Promise<void> {
    for (const member of members.filter((one) => one.source === source)) {
      const isRead = await readMember(member, cache, options.onEvent)
      if (isRead) view = createView(config, stateOf)
    }
  }

  const all = [...sources.values()]
  const ready = Promise.all(
    all.map(async (source) => {
      await source.open()
      await readAll(source)
    }),
  ).then(() => {})
  const refresh = async () => {
    await Promise.all(
      all.map(async (source) => {
        await source.refresh()
        await readAll(source)
      }),
    )
  }
  void ready.then(() => Promise.all(all.map((source) => source.deepen())))
  const timers = [...sources].map(([repo, source]) => {
    const seconds = Math.min(
      ...members.filter((one) => one.config.repo === repo).map((one) => one.config.updateInterval),
    )
    return setInterval(
      () => void source.refresh().then(() => readAll(source)),
      seconds * 1000,
    ).unref()
  })

  return {
    ready,
    async view() {
      await Promise.race([ready, pauseFor(MAX_WAIT_MS)])
      return view
    },
    current: () => view,
    async readFile(component, path) {
      const member = members.find((one) => one.config === component.config)
      const repository = member?.source?.repository
      if (repository === undefined || component.commit === undefined) {
        throw new NotFoundError(`${path}: the component has no repository`)
      }
      return readPathAt(repository, component.commit, path)
    },
    refresh,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(all.map((source) => source.close()))
      lock?.release()
    },
  }
}

/** One source for each repository, however many components and branches use it. */
function createSources({ config, environment, onEvent }: CatalogOptions): Map<string, Source> {
  const users = new Map<string, { branches: Set<string>; path: string }>()
  for (const project of config.projects) {
    for (const component of project.components) {
      if (component.vcs === 'local') continue
      const path = `${project.slug}/${component.slug}`
      const user = users.get(component.repo) ?? { branches: new Set<string>(), path }
      user.branches.add(component.branch)
      users.set(component.repo, user)
    }
  }
  return new Map(
    [...users].map(([url, { branches, path }]) => [
      url,
      createSource({
        url,
        branches: [...branches],
        dataDir: config.dataDir,
        maxObjectBytes: config.maxObjectBytes,
        environment,
        onProgress: (message) => onEvent?.({ type: 'progress', component: path, message }),
      }),
    ]),
  )
}

/** Reads a component again where its branch moved or its repository's trouble changed. Returns whether its state changed. */
async function readMember(
  member: Member,
  cache: ReadOptions['cache'],
  onEvent: CatalogOptions['onEvent'],
): Promise<boolean> {
  const start = performance.now()
  const { state, path } = member
  try {
    const next = await nextState(member, cache)
    if (next === state) return false
    member.state = next
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    if (state.alert?.message === error.message) return false
    const alert = { name: 'RepositoryError', message: error.message, filename: '' } as const
    member.state = { ...state, alert }
    onEvent?.({ type: 'alert', component: path, message: error.message })
    return true
  }
  const { content } = member.state
  for (const { message } of content?.alerts ?? [])
    onEvent?.({ type: 'alert', component: path, message })
  if (member.state.alert !== undefined) {
    onEvent?.({ type: 'alert', component: path, message: member.state.alert.message })
  }
  onEvent?.({
    type: 'ready',
    component: path,
    translations: content?.translations.length ?? 0,
    units:
      content?.translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0) ?? 0,
    milliseconds: performance.now() - start,
  })
  return true
}

/** The same state where nothing changed. A repository that cannot be reached keeps serving what it last had. */
async function nextState(member: Member, cache: ReadOptions['cache']): Promise<ComponentState> {
  const { project, config, source, state } = member
  const repository = source?.repository
  if (source === undefined || repository === undefined) {
    throw source?.error ?? new RepositoryError(`${state.repo}: expected a repository`)
  }
  const oid = source.head(config.branch)
  if (oid === undefined) {
    throw new RepositoryError(
      `${state.repo}: expected a branch ${config.branch || '(the default one)'}`,
    )
  }
  const message = source.error?.message
  if (oid === state.commit?.oid && message === state.alert?.message) return state
  const commit = repository.readCommit(oid)
  const content: ComponentContent =
    oid === state.commit?.oid && state.content !== undefined
      ? state.content
      : await inSlices(readComponent({ project, config, repository, commit, cache }))
  const branch = config.branch || repository.defaultBranch() || ''
  const alert =
    message === undefined
      ? undefined
      : ({ name: 'RepositoryError', message, filename: '' } as const)
  return { commit, branch, repo: state.repo, content, alert }
}

/** Runs a generator to its end, giving others a turn every few milliseconds. */
async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + SLICE_MS
  }
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
