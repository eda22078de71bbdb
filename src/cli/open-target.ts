import { type Catalog, type CatalogEvent, openCatalog } from '../catalog/catalog.ts'
import { committedTip } from '../catalog/history/timeline/uncommitted.ts'
import type { Component, Translation, View } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'
import type { Config } from '../config/config.ts'
import { RepositoryError } from '../errors.ts'
import { readingHistory } from './output/progress.ts'
import type { Environment } from './place.ts'
import type { Target } from './target.ts'
import { UsageError } from './usage-error.ts'

interface OpenOptions {
  /** Whether files are read as they are on disk, where there is a work tree. */
  readonly fromWorkTree: boolean
  /** Whether outdated strings are looked for. What came before is found out, too, where states depend on it. */
  readonly wantsOutdated?: boolean
  readonly environment: Environment
  /** Told where a shallow clone cuts history off that is needed. */
  readonly warn: (message: string) => void
}

/** A target as it is read. */
export interface OpenedTarget {
  readonly readFile: Catalog['readFile']
  /** All components at a commit, as `Catalog.viewAt`; undefined: as they are on disk, or at their branches. */
  view(oid: string | undefined): Promise<View>
  close(): Promise<void>
}

/** Reads a target once, with the server's own catalog. Throws RepositoryError when none of it can be read. */
export async function openTarget(target: Target, options: OpenOptions): Promise<OpenedTarget> {
  const { config, place } = target
  const { fromWorkTree, wantsOutdated = false, environment, warn } = options
  const failures: unknown[] = []
  const onEvent = (event: CatalogEvent) => event.type === 'failed' && failures.push(event.error)
  const isHistoryNeeded = wantsOutdated || hasStatesOfHistory(config)
  const history = isHistoryNeeded ? 'states' : 'none'
  if (isHistoryNeeded) await place?.deepen?.()
  const catalog = await openCatalog({ config, environment, fromWorkTree, history, onEvent })
  await catalog.ready
  // Clones that were there already may be old.
  if (place === undefined) await catalog.refresh()
  await readingHistory(() => catalog.complete)
  await throwUnlessReadable(target, catalog, failures)
  const warned = new Set<string>()
  return {
    readFile: catalog.readFile,
    async view(oid) {
      const view = oid === undefined ? catalog.current() : await catalog.viewAt(oid, { history })
      for (const message of isHistoryNeeded ? historyWarnings(view) : []) {
        if (!warned.has(message)) warn(message)
        warned.add(message)
      }
      return view
    },
    close: catalog.close,
  }
}

/** Whether states are those that a history gave to the strings, not those of the files alone. */
function hasStatesOfHistory({ projects }: Config): boolean {
  return projects.some(({ components }) =>
    components.some(({ stateFrom, template }) => stateFrom !== 'commit' && template !== ''),
  )
}

/** What is not known of a history that was looked at. */
function historyWarnings({ projects }: View): string[] {
  const components = projects.flatMap((project) => project.components)
  const isShallow = components.some(
    ({ history }) => history?.timeline.completeness.complete === false,
  )
  // Before the first commit there is none.
  const unread = components.filter(
    ({ commit, history }) => commit !== undefined && committedTip(commit) !== undefined && !history,
  )
  return [
    ...(isShallow
      ? [
          'this clone is shallow: strings that were outdated before its oldest commit are not known; git fetch --unshallow brings them',
        ]
      : []),
    ...unread.map(
      (one) => `${placeOf(one)}: its history cannot be read, so no string of it counts as outdated`,
    ),
  ]
}

async function throwUnlessReadable(
  { name }: Target,
  catalog: Catalog,
  failures: readonly unknown[],
): Promise<void> {
  if (failures.length > 0) {
    await catalog.close()
    throw failures[0]
  }
  const components = catalog.current().projects.flatMap((project) => project.components)
  if (components.every(({ isReady, config: { vcs } }) => !isReady || vcs === 'local')) {
    await catalog.close()
    const messages = components.flatMap(({ alerts }) => alerts.map(({ message }) => message))
    throw new RepositoryError([...new Set(messages)].join('\n') || `${name}: nothing to read`)
  }
}

/** What of a view is shown. */
export interface Selection {
  /** `project/component` or a component's slug alone; undefined: all. */
  readonly component: string | undefined
  /** A language code in any spelling of case and separators; undefined: all. */
  readonly language: string | undefined
}

/** A component and those of its translations that are shown. */
export interface Selected {
  readonly component: Component
  readonly translations: readonly Translation[]
}

/** The chosen part of a view in its order. Throws UsageError where there is no such component or language. */
export function select({ projects }: View, { component, language }: Selection): Selected[] {
  const all = projects.flatMap((project) => project.components)
  const chosen = component === undefined ? all : all.filter((one) => isCalled(one, component))
  if (chosen.length === 0 && component !== undefined) {
    throw unknown('component', component, all.map(placeOf))
  }
  if (language === undefined) {
    return chosen.map((one) => ({ component: one, translations: one.translations }))
  }
  const wanted = codeKey(language)
  const selected = chosen.map((one) => ({
    component: one,
    translations: one.translations.filter(({ language: { code } }) => codeKey(code) === wanted),
  }))
  if (selected.every(({ translations }) => translations.length === 0)) {
    const codes = chosen.flatMap(({ translations }) => translations.map((one) => one.language.code))
    throw unknown('language', language, [...new Set(codes)].sort())
  }
  return selected.filter(({ translations }) => translations.length > 0)
}

/** The same for all spellings of a language code: `pt-br`, `pt_BR`. */
export function codeKey(code: string): string {
  return code.toLowerCase().replaceAll('-', '_')
}

function isCalled(component: Component, name: string): boolean {
  return name === placeOf(component) || name === component.config.slug
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const shown = JSON.stringify(name)
  return new UsageError(`--${what}: there is no ${what} ${shown}; known: ${known.join(', ')}`)
}
