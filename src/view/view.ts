import { oncePer } from '../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../config/config.ts'
import { groupBy } from '../group-by.ts'
import { type Language, languageForCode } from '../languages/language.ts'
import { digestOf } from '../model/digest.ts'
import type { Category, Component, Project, Translation, View } from '../model/model.ts'
import { pathOf } from '../model/paths.ts'
import { type Statistics, sumStatistics } from '../model/statistics.ts'
import { componentsIn, createCategories } from './category.ts'
import { type ComponentState, isHistoryAwaited, withoutPeople } from './component-state.ts'
import { shareComponents } from './counted-components.ts'
import { type ComponentDraft, draftProject, type ProjectDraft } from './draft.ts'
import { assignIds, type Ids } from './ids.ts'

/** The parts of a configuration that a view needs; the rest only goes into its key. */
export type ViewConfig = Pick<Config, 'projects' | 'authors'> & Partial<Config>

/** What a view says about a project besides its components. */
export type ProjectStateOf = (project: ProjectConfig) => Pick<Project, 'reading' | 'alerts'>

/** Creates a view from what is known about all components, some of which go into `absent`. Ids depend only on names. */
export function createView(
  config: ViewConfig,
  stateOf: (component: ComponentConfig) => ComponentState,
  projectStateOf: ProjectStateOf = () => ({ reading: undefined, alerts: [] }),
  isSetAside: (component: Component) => boolean = () => false,
): View {
  const shownStateOf = config.authors
    ? stateOf
    : (component: ComponentConfig) => withoutPeople(stateOf(component))
  const drafts = config.projects.map((project) => draftProject(project, shownStateOf))
  const ids = assignIds(drafts)
  const projects = drafts.map((draft) => {
    const state = projectStateOf(draft.config)
    const project = {
      id: ids.projects.get(draft.config.slug) ?? 0,
      key: keyOf(draft, state),
      config: draft.config,
      ...state,
      categories: [] as Category[],
      components: [] as Component[],
      shared: [] as Component[],
      absent: [] as Component[],
    }
    const idOf = (place: string) => ids.categories.get(place) ?? 0
    project.categories.push(...createCategories(draft.config.categories, project, idOf))
    for (const component of draft.components) {
      const placed = place(project, component, ids)
      if (isSetAside(placed)) project.absent.push(placed)
      else project.components.push(placed)
    }
    project.categories = project.categories.filter((category) => !isAbsentWhole(category))
    return project
  })
  shareComponents(projects)
  return viewOf(siteKey(config), projects)
}

/** Returns whether all components in a category were set aside. */
function isAbsentWhole(category: Category): boolean {
  const isEmpty = componentsIn(category).length === 0
  return isEmpty && componentsIn(category, category.project.absent).length > 0
}

/** Creates the view of some projects of a site. */
export function viewOf(siteKey: string, projects: readonly Project[]): View {
  const components = componentsOf({ projects })
  const times = components.flatMap(({ commit }) => commit?.committer.timestamp ?? [])
  const timestamp = times.length === 0 ? undefined : Math.max(...times)
  const keys = projects.map((project) => project.key)
  const key = digestOf([
    siteKey,
    keys,
    components.map((component) => component.times !== undefined),
  ])
  return { key, siteKey, timestamp, projects }
}

/** Returns all components, a shared one only in its own project; the same array for the same projects. */
export function componentsOf({ projects }: Pick<View, 'projects'>): readonly Component[] {
  return listComponents(projects)
}

const listComponents = oncePer((projects: readonly Project[]) =>
  projects.flatMap(({ components }) => components),
)

/** Returns all translations of components, in their order; the same array for the same components. */
export const translationsOf: (components: readonly Component[]) => readonly Translation[] = oncePer(
  (components) => components.flatMap(({ translations }) => translations),
)

/** Returns the translation into the source language; undefined before its files are read. */
export function sourceOf({
  translations,
}: Pick<Component, 'translations'>): Translation | undefined {
  return translations.find(({ isSource }) => isSource)
}

/** Approximate memory of a translation's objects besides its failing checks; units are not part of a view. */
const BYTES_PER_TRANSLATION = 2000
/** Memory of both verdicts on a unit that fails several checks. */
const BYTES_PER_FAILING_UNIT = 40
const BYTES_PER_COMPONENT = 5000
const BYTES_PER_VIEW = 10_000

/** Returns the approximate memory of a view in bytes; views of the same commits share most of it. */
export const viewBytes: (view: View) => number = oncePer((view) => {
  const components = componentsOf(view)
  let bytes = BYTES_PER_VIEW + BYTES_PER_COMPONENT * components.length
  for (const { translations } of components) {
    bytes += BYTES_PER_TRANSLATION * translations.length
    for (const { statistics } of translations) {
      bytes += BYTES_PER_FAILING_UNIT * statistics.failing.units
    }
  }
  return bytes
})

/** A language and its translations. */
export interface LanguageUse {
  readonly language: Language
  readonly id: number
  readonly translations: readonly Translation[]
}

/** Returns the counts of a component: the sum over its translations. */
export function statisticsOf({ translations }: Component): Statistics {
  return sumStatistics(translations.map((translation) => translation.statistics))
}

/** Returns when the newest known commit changed a translation, in seconds since 1970; undefined if none is known. */
export function lastChangeOf(translations: readonly Translation[]): number | undefined {
  let newest: number | undefined
  for (const { lastChange } of translations) {
    if (lastChange !== undefined) newest = Math.max(newest ?? 0, lastChange.timestamp)
  }
  return newest
}

/** Returns the languages with at least one translation in these components, ordered by code; computed once per list. */
export const languagesOf: (components: readonly Component[]) => readonly LanguageUse[] =
  oncePer(groupByLanguage)

function groupByLanguage(components: readonly Component[]): LanguageUse[] {
  const groups = groupBy(translationsOf(components), ({ language }) => language.code)
  const uses = Array.from(groups.values(), (translations) => {
    const [{ language, languageId: id }] = translations
    return { language, id, translations }
  })
  return uses.sort((a, b) => (a.language.code < b.language.code ? -1 : 1))
}

/** Returns the codes of languages that are only sources; none if all are. */
export function onlySources(components: readonly Component[]): string[] {
  const languages = languagesOf(components)
  const left = languages.filter(({ translations }) =>
    translations.every(({ isSource }) => isSource),
  )
  return left.length === languages.length ? [] : left.map(({ language }) => language.code)
}

function readingStateOf({ config, translations, isReading }: ComponentDraft): Component['state'] {
  if (isReading) return 'reading'
  // Sources without a file were not read.
  const isRead = translations.some(({ alert, revision }) => alert === undefined && revision !== '')
  if (config.vcs === 'local' || isRead) return 'ready'
  const isEmpty = translations.every(
    ({ alert, isSource }) => isSource && alert?.name === 'MissingFile',
  )
  return translations.length > 0 && isEmpty ? 'empty' : 'unreadable'
}

function place(project: Project, draft: ComponentDraft, ids: Ids): Component {
  const { config, state } = draft
  const path = pathOf(project.config, config)
  const sourceLanguage = languageForCode(config.sourceLanguage)
  const placed: Translation[] = []
  const alert = state.alert ?? state.checkAlert ?? state.historyAlert
  const result: Component = {
    id: ids.components.get(path) ?? 0,
    project,
    config,
    category: project.categories.find((category) => category.config.path === config.category),
    sourceLanguage,
    sourceLanguageId: ids.languages.get(sourceLanguage.code) ?? 0,
    commit: state.commit,
    repo: state.repo,
    branch: state.branch,
    translations: placed,
    alerts: [...(alert === undefined ? [] : [alert]), ...(state.content?.alerts ?? [])],
    completeness: state.history?.timeline.completeness,
    recent: state.recent,
    times: state.times,
    state: readingStateOf(draft),
    isHistoryAwaited: config.vcs !== 'local' && isHistoryAwaited(state),
  }
  for (const parsed of draft.translations) {
    placed.push({
      // Field by field, since a spread takes fifty times as long.
      language: parsed.language,
      languageCode: parsed.languageCode,
      filename: parsed.filename,
      revision: parsed.revision,
      isTemplate: parsed.isTemplate,
      isSource: parsed.isSource,
      contentKey: parsed.contentKey,
      summary: parsed.summary,
      units: parsed.units,
      statistics: parsed.statistics,
      absent: parsed.absent,
      failing: parsed.failing,
      verdict: parsed.verdict,
      accepted: parsed.accepted,
      alert: parsed.alert,
      id: () => ids.translations().get(`${path}/${parsed.language.code}`) ?? 0,
      component: result,
      languageId: ids.languages.get(parsed.language.code) ?? 0,
      lastChange: state.lastChanges?.get(parsed.filename),
    })
  }
  return result
}

const lastChangesKey = oncePer((changes: NonNullable<ComponentState['lastChanges']>) =>
  digestOf([...changes].map(([name, { commit }]) => [name, commit])),
)

/**
 * Returns the key of a project: equal for equal commits and configuration, on every replica. Times of units are not part
 * of it, since they become known component by component, and only lists of units show them.
 */
function keyOf(
  { config, components }: ProjectDraft,
  projectState: ReturnType<ProjectStateOf>,
): string {
  const states = components.map(({ state }) => [
    state.commit?.oid,
    state.branch,
    (state.alert ?? state.checkAlert)?.message,
    state.historyAlert?.message,
    state.isHistorySettled,
    state.lastChanges && lastChangesKey(state.lastChanges),
    state.history?.timeline.completeness,
    state.recent !== undefined,
  ])
  return digestOf([projectKey(config), states, projectState])
}

/** Digests the settings of a project. */
export const projectKey: (config: ProjectConfig) => string = oncePer(digestOf)

/** Names the settings that a view shows beside those of its projects. */
export function siteKey({
  dataDir: _folder,
  hookSecret: _secret,
  projects: _projects,
  ...shown
}: ViewConfig): string {
  return digestOf(shown)
}
