import { type Catalog, type CatalogEvent, openCatalog } from '../catalog/catalog.ts'
import { committedTip } from '../catalog/history/timeline/uncommitted.ts'
import type { View } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'
import { hasStatesOfHistory } from '../catalog/readiness.ts'
import type { ComponentConfig, Config } from '../config/config.ts'
import { createComponentFinder } from '../discovery/find-components.ts'
import { ConfigError, RepositoryError } from '../errors.ts'
import { cacheFolder } from './cache-folder.ts'
import { fetchHistoryOf } from './fetch-history.ts'
import { createCounter, readingHistory } from './output/progress.ts'
import { warn } from './output/warn.ts'
import type { Target } from './target.ts'

interface OpenOptions {
  /** Whether to read the files on disk, if there is a work tree. */
  readonly fromWorkTree: boolean
  /** Whether outdated strings are needed. The history is also read if states depend on it. */
  readonly wantsOutdated?: boolean
  /** Whether missing history is an error. */
  readonly needsAllHistory?: boolean
}

/** A target opened for reading. */
export interface OpenedTarget {
  readonly readFile: Catalog['readFile']
  readonly askAbout: Catalog['askAbout']
  readonly historyOf: Catalog['historyOf']
  readonly people: Catalog['people']
  /** Returns all components at a commit, like `Catalog.viewAt`; by default on disk, or at their branches. */
  view(oid?: string, formerly?: ReadonlyMap<ComponentConfig, ComponentConfig>): Promise<View>
  close(): Promise<void>
}

/**
 * Opens a target with the server's own catalog. If a shallow or damaged clone lacks required history, `view` warns, or
 * throws RepositoryError with `needsAllHistory`. Throws RepositoryError if nothing can be read.
 */
export async function openTarget(
  target: Target,
  { fromWorkTree, wantsOutdated = false, needsAllHistory = false }: OpenOptions,
): Promise<OpenedTarget> {
  const { config, place } = target
  const failures: unknown[] = []
  const components = config.projects.flatMap((project) => project.components)
  const reading = createCounter('reading components', { total: components.length || undefined })
  const onEvent = (event: CatalogEvent) => {
    if (event.type === 'failed') failures.push(event.error)
    if (event.type === 'ready') reading.add()
  }
  const needsHistory = wantsOutdated || needsStates(config)
  const history = needsHistory ? 'states' : 'none'
  if (needsHistory) {
    await place?.deepen?.()
    await fetchHistoryOf(target)
  }
  const catalog = await openCatalog({
    config,
    environment: process.env,
    cacheDir: cacheFolder(),
    fromWorkTree,
    history,
    createFinder: createComponentFinder,
    onEvent,
  })
  await catalog.ready
  reading.end()
  // Existing clones may be out of date.
  if (place === undefined) await catalog.refresh()
  await readingHistory(() => catalog.complete)
  const trouble = failures[0] ?? findTrouble(target, catalog)
  const isBranch = trouble instanceof RepositoryError && trouble.code === 'no-branch'
  if (trouble !== undefined && !isBranch) {
    await catalog.close()
    throw trouble
  }
  const warned = new Set<string>()
  return {
    readFile: catalog.readFile,
    askAbout: catalog.askAbout,
    historyOf: catalog.historyOf,
    people: catalog.people,
    async view(oid, formerly) {
      // If the default branch is gone, other commits can still be read.
      if (oid === undefined && isBranch) throw trouble
      if (needsHistory && oid !== undefined) await fetchHistoryOf(target, oid)
      const view =
        oid === undefined ? catalog.current() : await catalog.viewAt(oid, { history, formerly })
      for (const message of needsHistory ? historyWarnings(view) : []) {
        if (needsAllHistory) throw new RepositoryError(message, { code: 'incomplete' })
        if (!warned.has(message)) warn(message)
        warned.add(message)
      }
      return view
    },
    close: catalog.close,
  }
}

/** Returns whether any component takes its states from the history. */
export function needsStates({ projects }: Config): boolean {
  return projects.some(({ components }) => components.some(hasStatesOfHistory))
}

/** Returns which parts of the history are missing. */
function historyWarnings({ projects }: View): string[] {
  const components = projects.flatMap((project) => project.components)
  const isShallow = components.some(({ completeness }) => completeness?.complete === false)
  // Before the first commit, there is no history.
  const unread = components.filter(
    ({ commit, completeness }) =>
      commit !== undefined && committedTip(commit) !== undefined && completeness === undefined,
  )
  return [
    ...(isShallow
      ? [
          'this clone is shallow: translations that were outdated before its oldest commit are not counted; run git fetch --unshallow',
        ]
      : []),
    ...unread.map(
      (component) =>
        `${placeOf(component)}: its history cannot be read, so none of its translations count as outdated`,
    ),
  ]
}

/** Returns why nothing can be read at the branches of a target; undefined if something can. */
function findTrouble({ name }: Target, catalog: Catalog): Error | undefined {
  const { projects } = catalog.current()
  const components = projects.flatMap((project) => project.components)
  if (components.every(({ commit }) => commit === undefined)) {
    const alerts = [...projects, ...components].flatMap((item) => item.alerts)
    const messages = alerts.map(({ message }) => message)
    const code = alerts.find((alert) => alert.code !== undefined)?.code ?? 'not-found'
    if (components.length === 0 && messages.length === 0) {
      return new ConfigError(
        `${name}: its configuration takes no component; gitglot discover shows what there is`,
      )
    }
    return new RepositoryError([...new Set(messages)].join('\n') || `${name}: nothing to read`, {
      code,
    })
  }
  return undefined
}
