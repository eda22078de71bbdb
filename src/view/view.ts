import { oncePer } from '../cache.ts'
import type { ComponentConfig, Config, ProjectConfig } from '../config/config.ts'
import { groupBy } from '../group-by.ts'
import { type Language, languageForCode } from '../languages/language.ts'
import { digestOf } from '../model/digest.ts'
import type { Category, Component, Project, Translation, View } from '../model/model.ts'
import { pathOf } from '../model/paths.ts'
import { type Statistics, sumStatistics } from '../model/statistics.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import { componentsIn, createCategories } from './category.ts'
import { type ComponentState, isHistoryAwaited } from './component-state.ts'
import { type ComponentDraft, draftProject, type ProjectDraft } from './draft.ts'
import { assignIds, type Ids } from './ids.ts'
import { shareComponents } from './share.ts'
import { withoutPeople } from './without-people.ts'

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
  let translations = 0
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
      const placed = place(project, component, ids, translations)
      translations += placed.translations.length
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
  const times = componentsOf({ projects }).flatMap(
    ({ commit }) => commit?.committer.timestamp ?? [],
  )
  const timestamp = times.length === 0 ? undefined : Math.max(...times)
  const key = digestOf([siteKey, projects.map((project) => project.key)])
  return { key, siteKey, timestamp, projects }
}

/** Yields all components; a shared one only in its own project. */
export function componentsOf({ projects }: Pick<View, 'projects'>): Component[] {
  return projects.flatMap(({ components }) => components)
}

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

/** `firstIndex` is the index of the component's first translation among all of the view. */
function place(project: Project, draft: ComponentDraft, ids: Ids, firstIndex: number): Component {
  const { config, state } = draft
  const sourceLanguage = languageForCode(config.sourceLanguage)
  const placed: Translation[] = []
  const alert = state.alert ?? state.checkAlert ?? state.historyAlert
  const result: Component = {
    id: ids.components.get(pathOf(project.config, config)) ?? 0,
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
  for (const translation of draft.translations) {
    const lastChange = state.lastChanges?.get(translation.filename)
    const index = firstIndex + placed.length
    placed.push(new PlacedTranslation(translation, result, lastChange, ids, index))
  }
  return result
}

const lastChangesKey = oncePer((changes: NonNullable<ComponentState['lastChanges']>) =>
  digestOf([...changes].map(([name, { commit }]) => [name, commit])),
)

/** A translation whose id is assigned on first use, which takes the names of all translations. */
class PlacedTranslation implements Translation {
  readonly component: Component
  readonly languageId: number
  readonly lastChange: Translation['lastChange']
  readonly language: Translation['language']
  readonly languageCode: Translation['languageCode']
  readonly filename: Translation['filename']
  readonly revision: Translation['revision']
  readonly isTemplate: Translation['isTemplate']
  readonly isSource: Translation['isSource']
  readonly contentKey: Translation['contentKey']
  readonly summary: Translation['summary']
  readonly units: Translation['units']
  readonly statistics: Translation['statistics']
  readonly absent: Translation['absent']
  readonly failing: Translation['failing']
  readonly verdict: Translation['verdict']
  readonly accepted: Translation['accepted']
  readonly alert: Translation['alert']
  readonly #ids: Ids
  /** Among all translations of the view. */
  readonly #index: number

  constructor(
    parsed: ParsedTranslation,
    component: Component,
    lastChange: Translation['lastChange'],
    ids: Ids,
    index: number,
  ) {
    this.component = component
    this.languageId = ids.languages.get(parsed.language.code) ?? 0
    this.lastChange = lastChange
    this.language = parsed.language
    this.languageCode = parsed.languageCode
    this.filename = parsed.filename
    this.revision = parsed.revision
    this.isTemplate = parsed.isTemplate
    this.isSource = parsed.isSource
    this.contentKey = parsed.contentKey
    this.summary = parsed.summary
    this.units = parsed.units
    this.statistics = parsed.statistics
    this.absent = parsed.absent
    this.failing = parsed.failing
    this.verdict = parsed.verdict
    this.accepted = parsed.accepted
    this.alert = parsed.alert
    this.#ids = ids
    this.#index = index
  }

  get id(): number {
    return this.#ids.translations()[this.#index]!
  }
}

/** Returns the key of a view: equal for equal commits and configuration, on every replica. */
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
    state.times !== undefined,
  ])
  return digestOf([projectKey(config), states, projectState])
}

/** Digests the settings of a project. */
export const projectKey: (config: ProjectConfig) => string = oncePer(digestOf)

/** Names the settings that a view shows beside those of its projects. */
export const siteKey: (config: ViewConfig) => string = oncePer(
  ({ dataDir: _folder, hookSecret: _secret, projects: _projects, ...shown }: ViewConfig) =>
    digestOf(shown),
)
