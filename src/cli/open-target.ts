import { type Catalog, openCatalog } from '../catalog/catalog.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { createComponentFinder } from '../discovery/find-components.ts'
import { ConfigError, RepositoryError } from '../errors.ts'
import { fetchCommit, fetchHistory } from '../git/partial-clone.ts'
import { findOutdatedRows, type OutdatedRows } from '../history/states/outdated.ts'
import { committedTip } from '../history/timeline/uncommitted.ts'
import type { Translation, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { hasStatesOfHistory } from '../model/readiness.ts'
import { componentsOf } from '../view/view.ts'
import { cacheFolder } from './cache-folder.ts'
import type { LocalRepository } from './find-repository.ts'
import { createCounter, readingHistory, warn } from './output/progress.ts'
import { findComponents, type Target } from './target.ts'

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
  readonly catalog: Catalog
  /** Returns all components at a commit, like `Catalog.viewAt`; by default on disk, or at their branches. */
  view(oid?: string, formerly?: ReadonlyMap<ComponentConfig, ComponentConfig>): Promise<View>
  readOutdated(translations: readonly Translation[]): Promise<OutdatedRows>
}

/**
 * Opens a target with the server's own catalog while `use` runs. If a shallow or damaged clone lacks required history,
 * `view` warns, or throws RepositoryError with `needsAllHistory`. Throws RepositoryError if nothing can be read.
 */
export async function withTarget<T>(
  target: Target,
  { fromWorkTree, wantsOutdated = false, needsAllHistory = false }: OpenOptions,
  use: (opened: OpenedTarget) => Promise<T>,
): Promise<T> {
  const { config, place } = target
  const failures: unknown[] = []
  const components = config.projects.flatMap((project) => project.components)
  const reading = createCounter('reading components', components.length)
  const needsHistory = wantsOutdated || components.some(hasStatesOfHistory)
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
    onEvent(event) {
      if (event.type === 'failed') failures.push(event.error)
      if (event.type === 'ready') reading.add()
    },
  })
  try {
    await catalog.ready
    reading.end()
    // Existing clones may be out of date.
    if (place === undefined) await catalog.refresh()
    await readingHistory(() => catalog.complete)
    const trouble = failures[0] ?? findTrouble(target, catalog)
    const isBranch = trouble instanceof RepositoryError && trouble.code === 'no-branch'
    if (trouble !== undefined && !isBranch) throw trouble
    const warned = new Set<string>()
    return await use({
      catalog,
      async view(oid, formerly) {
        // If the default branch is gone, other commits can still be read.
        if (oid === undefined && isBranch) throw trouble
        if (needsHistory && oid !== undefined) await fetchHistoryOf(target, oid)
        const view =
          oid === undefined ? catalog.current() : await catalog.viewAt(oid, { history, formerly })
        for (const message of needsHistory ? historyWarnings(view) : []) {
          if (needsAllHistory) throw new RepositoryError('incomplete', message)
          if (!warned.has(message)) warn(message)
          warned.add(message)
        }
        return view
      },
      readOutdated: (translations) =>
        readingHistory(() => findOutdatedRows(translations, catalog.historyOf)),
    })
  } finally {
    await catalog.close()
  }
}

function historyWarnings(view: View): string[] {
  const components = componentsOf(view)
  const isShallow = components.some(({ completeness }) => completeness?.complete === false)
  // Before the first commit, there is no history.
  const unread = components.filter(
    ({ commit, completeness }) =>
      commit !== undefined && committedTip(commit) !== undefined && completeness === undefined,
  )
  const warnings = unread.map(
    (component) =>
      `${placeOf(component)}: its history cannot be read, so none of its translations count as outdated`,
  )
  const shallow =
    'this clone is shallow: what changed before its oldest commit is unknown and does not count; run git fetch --unshallow'
  return isShallow ? [shallow, ...warnings] : warnings
}

/** Returns why nothing can be read at the branches of a target; undefined if something can. */
function findTrouble({ name }: Target, catalog: Catalog): Error | undefined {
  const view = catalog.current()
  const components = componentsOf(view)
  const alerts = [...view.projects, ...components].flatMap((item) => item.alerts)
  // A place is that of a fault in a file, which commands report.
  const isRead = alerts.some(({ at }) => at !== undefined)
  if (isRead || components.some(({ commit }) => commit !== undefined)) return undefined
  if (components.length === 0 && alerts.length === 0) {
    return new ConfigError(
      `${name}: its configuration selects no component; gitglot discover lists all`,
    )
  }
  const messages = new Set(alerts.map(({ message }) => message))
  const code = alerts.find((alert) => alert.code !== undefined)?.code ?? 'not-found'
  return new RepositoryError(code, [...messages].join('\n') || `${name}: nothing to read`)
}

/** Fetches the missing history of a target's files in a partial clone. Rejects with RepositoryError. */
export async function fetchHistoryOf({ place, config }: Target, tip = 'HEAD'): Promise<void> {
  if (place === undefined) return
  const findWanted = async () => {
    const components: ComponentConfig[] = []
    for (const project of config.projects) {
      const isDiscovered = project.discover?.repo === place.path
      const atTip = isDiscovered ? await discoverAt(project, place, tip) : project
      components.push(...atTip.components)
    }
    const fields = ['filemask', 'template', 'intermediate', 'newBase'] as const
    const paths = components.flatMap((component) => fields.map((field) => component[field]))
    const masks = paths.filter((path) => path !== '')
    // Matches by extension, since components may be found later and files may have moved.
    const endings = masks.length === 0 ? [''] : [...new Set(masks.map(endingOf))]
    return (path: string) => endings.some((ending) => path.endsWith(ending))
  }
  await fetchHistory(place.path, [tip], findWanted, process.env)
}

/** Discovers a project's components at a commit, whose files a partial clone may lack. */
async function discoverAt(
  project: ProjectConfig,
  place: LocalRepository,
  tip: string,
): Promise<ProjectConfig> {
  await fetchCommit(place.path, tip, process.env)
  return findComponents(project, place, tip)
}

/** Returns the extension in a path: `.json` for `locales/*.json`; `''` if it ends with a language or is a folder. */
function endingOf(path: string): string {
  return /\.[^./*]+$/.exec(path)?.[0] ?? ''
}
