import { once } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { AskOptions, Engine } from '../engine/engine.ts'
import type { Progress, Tools, Work } from '../engine/work.ts'
import { RepositoryError } from '../errors.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { languageForCode } from '../languages/language.ts'
import { markNeedsEdit } from './checking/needs-edit.ts'
import type { HistoryOf, PreviousSources } from './history/component-history.ts'
import type { Component, Project, Translation, UnitTimes } from './model.ts'
import { NO_FILE, type ParsedTranslation } from './reading/translation-file.ts'
import { libraryOf, readAt } from './updates/read-work.ts'

/** An ordinary function about components, which a thread opens from the store. */
export interface ComponentWork<Args, Result> {
  /** Names it among all work. */
  readonly name: string
  /** Arguments and result are copied from thread to thread. */
  readonly run: (components: readonly AskedComponent[], args: Args, progress: Progress) => Result
}

/** A component, and those of its translations that work looks at. */
export interface AskedComponent {
  readonly component: Component
  readonly translations: readonly Translation[]
}

interface AskAboutOptions extends Pick<AskOptions, 'client' | 'signal' | 'maxMs' | 'progress'> {
  /** Whether the work looks at the times of units (default: no), which take much memory. */
  readonly hasTimes?: boolean
}

/** The result of work about components of any view. Rejects as the work does, and as `Engine.ask`. */
export type AskAbout = <Args, Result>(
  work: ComponentWork<Args, Result>,
  components: readonly AskedComponent[],
  args: Args,
  options?: AskAboutOptions,
) => Promise<Result>

interface AskAboutTools {
  readonly engine: Engine
  readonly maxObjectBytes: number
  readonly gitDirOf: (component: Component) => string | undefined
  readonly historyOf: HistoryOf
}

/** The function that asks threads; about files on disk, and without threads, the work runs here. */
export function createAskAbout({ engine, ...tools }: AskAboutTools): AskAbout {
  return async (work, asked, args, { hasTimes = false, ...options } = {}) => {
    const isOnDisk = asked.some(({ component }) => component.commit?.oid === WORK_TREE_OID)
    if (engine.threads === 0 || isOnDisk) {
      options.signal?.throwIfAborted()
      return work.run(asked, args, options.progress ?? (() => {}))
    }
    const components = postComponents(asked, { hasTimes, ...tools })
    return engine.ask(inThread(work), { components, args }, options)
  }
}

/** The work as a thread does it. */
export function inThread<Args, Result>({
  name,
  run,
}: ComponentWork<Args, Result>): Work<Posted<Args>, Result> {
  return {
    name,
    run: ({ components, args }, tools) =>
      run(openComponents(components, tools), args, tools.progress),
  }
}

interface Posted<Args> {
  readonly components: readonly PostedComponent[]
  readonly args: Args
}

/** What a translation is in another thread: without what pages alone show of its file. */
type PostedTranslation = Omit<
  Translation,
  'component' | 'units' | 'summary' | 'revision' | 'absent' | 'accepted' | 'lastChange'
>

interface PostedComponent extends Pick<Component, 'id' | 'config' | 'commit' | 'times'> {
  /** The same object for all components of a project. */
  readonly project: ProjectConfig
  readonly translations: readonly PostedTranslation[]
  /** Where its files are read again which the store lost; undefined: it has no repository. */
  readonly gitDir: string | undefined
  readonly maxObjectBytes: number
  readonly outdated: PreviousSources | undefined
}

function postComponents(
  asked: readonly AskedComponent[],
  {
    hasTimes,
    maxObjectBytes,
    gitDirOf,
    historyOf,
  }: Omit<AskAboutTools, 'engine'> & {
    readonly hasTimes: boolean
  },
): PostedComponent[] {
  const projects = new Map<Project, ProjectConfig>()
  return asked.map(({ component, translations }) => {
    const { id, config, commit, times } = component
    const project = projects.get(component.project) ?? {
      ...component.project.config,
      components: [],
    }
    projects.set(component.project, project)
    return {
      ...{ id, config, commit, project, maxObjectBytes },
      times: hasTimes && times ? new Map(Array.from(times, postTimes)) : undefined,
      gitDir: gitDirOf(component),
      outdated: historyOf(component)?.outdated,
      translations: translations.map(postTranslation),
    }
  })
}

function postTimes([code, { added, updated }]: [string, UnitTimes]): [string, UnitTimes] {
  return [code, { added, updated }]
}

/** Field by field, as in `createView`. */
function postTranslation(translation: Translation): PostedTranslation {
  return {
    id: translation.id,
    language: translation.language,
    languageId: translation.languageId,
    languageCode: translation.languageCode,
    filename: translation.filename,
    isTemplate: translation.isTemplate,
    isSource: translation.isSource,
    contentKey: translation.contentKey,
    statistics: translation.statistics,
    failing: translation.failing,
    verdict: translation.verdict,
    alert: translation.alert,
  }
}

function openComponents(posted: readonly PostedComponent[], tools: Tools): AskedComponent[] {
  const projects = new Map<ProjectConfig, Project & { readonly components: Component[] }>()
  return posted.map((one) => {
    const project = projects.get(one.project) ?? {
      ...{ id: 0, key: '', config: one.project, reading: undefined },
      ...{ categories: [], components: [], shared: [], absent: [], alerts: [] },
    }
    projects.set(one.project, project)
    const component = openComponent(one, project, tools)
    project.components.push(component)
    return { component, translations: component.translations }
  })
}

function openComponent(
  { id, config, commit, times, ...posted }: PostedComponent,
  project: Project,
  tools: Tools,
): Component {
  const translations: Translation[] = []
  const component: Component = {
    ...{ id, project, config, commit, times, translations },
    sourceLanguage: languageForCode(config.sourceLanguage),
    ...{ sourceLanguageId: 0, category: undefined, repo: '', branch: '', alerts: [] },
    ...{ completeness: undefined, recent: undefined, reading: undefined },
    ...{ isReady: true, isEmpty: false },
  }
  const library = libraryOf(tools.store)
  const again = once(() => readAgain({ config, commit, ...posted }, tools))
  for (const one of posted.translations) {
    const { contentKey } = one
    const unitsAgain = () => {
      const found = again().get(contentKey)
      if (found !== undefined) return found.units()
      const message = `${config.filemask}: a component cannot be read again`
      throw new RepositoryError(message, { code: 'damaged' })
    }
    const units = () =>
      contentKey === '' ? NO_FILE.units() : library.units(contentKey, unitsAgain)
    translations.push({ ...one, ...NOT_POSTED, component, units })
  }
  return component
}

const NOTHING = { units: 0, words: 0, chars: 0 }
const NOT_POSTED = {
  summary: NO_FILE.summary,
  revision: '',
  absent: NOTHING,
  accepted: new Uint32Array(),
  lastChange: undefined,
}

/** The files of a component, by the key of what each holds. */
function readAgain(
  {
    config,
    project,
    commit,
    gitDir,
    maxObjectBytes,
    outdated,
  }: Omit<PostedComponent, 'id' | 'times' | 'translations'> & { readonly config: ComponentConfig },
  tools: Tools,
): ReadonlyMap<string, ParsedTranslation> {
  if (gitDir === undefined || commit === undefined) return new Map()
  const place = { config, gitDir, maxObjectBytes, commit: commit.oid }
  const content = readAt(place, project, tools)
  if (content === undefined) return new Map()
  const marked = markNeedsEdit(content, outdated, libraryOf(tools.store))
  return new Map(marked.map((one) => [one.contentKey, one]))
}
