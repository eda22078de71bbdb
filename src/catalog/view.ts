import { createHash } from 'node:crypto'
import type { ComponentConfig, Config, ProjectConfig } from '../config/config.ts'
import type { LastTouch } from '../git/history/last-touch.ts'
import type { Commit } from '../git/repository.ts'
import { allLanguages, type Language, languageForCode } from '../languages/language.ts'
import { createCategories } from './category.ts'
import type { Past } from './history/past.ts'
import { assignRanges, assignSlots } from './ids.ts'
import type { Alert, Category, Component, Project, Translation, View } from './model.ts'
import { withoutPeople } from './people/without-people.ts'
import { pathInProject } from './place.ts'
import { shareComponents } from './share.ts'
import { countUnits, type Statistics, sumStatistics } from './statistics.ts'
import {
  type ComponentContent,
  type LooseTranslation,
  NO_UNITS,
  NOT_FAILING,
} from './translation-file.ts'
import { widthOf } from './unit-id.ts'

/** What is known of a component at the moment. */
export interface ComponentState {
  readonly commit: Commit | undefined
  readonly branch: string
  /** Without credentials. */
  readonly repo: string
  readonly content: ComponentContent | undefined
  /** The repository's own trouble, beside that of its files. */
  readonly alert: Alert | undefined
  /** By file name: the commit that last changed it or what it is paired with; undefined while that is not known. */
  readonly touches: ReadonlyMap<string, LastTouch> | undefined
  /** Of `commit`; undefined while it is not known. */
  readonly past: Past | undefined
  /** Found out after `past`. */
  readonly recent: Component['recent']
  readonly times: Component['times']
}

/** Languages, projects and components: enough room for both, few enough digits. */
const SLOTS = 65_536
/** Translations: with 65,536 units each, ids stay below 2^31. */
const TRANSLATION_SLOTS = 32_768

/** Puts what is known of all components together; ids depend on the names alone. */
export function createView(
  config: Config,
  stateOf: (component: ComponentConfig) => ComponentState,
): View {
  const shownStateOf = config.authors
    ? stateOf
    : (one: ComponentConfig) => withoutPeople(stateOf(one))
  const drafts = config.projects.map((project) => draftProject(project, shownStateOf))
  const ids = assignIds(drafts)
  const projects = drafts.map((draft) => {
    const project = {
      id: ids.projects.get(draft.config.slug) ?? 0,
      config: draft.config,
      categories: [] as Category[],
      components: [] as Component[],
      shared: [] as Component[],
    }
    const idOf = (place: string) => ids.categories.get(place) ?? 0
    project.categories.push(...createCategories(draft.config.categories, project, idOf))
    for (const { config: component, state, translations } of draft.components) {
      project.components.push(place({ project, component, state, translations }, ids))
    }
    return project
  })
  shareComponents(projects)
  const times = drafts.flatMap(({ components }) =>
    components.flatMap(({ state }) => state.commit?.committer.timestamp ?? []),
  )
  const timestamp = times.length === 0 ? undefined : Math.max(...times)
  return { key: keyOf(config, drafts), timestamp, projects }
}

/** One language and where it occurs. */
export interface LanguageUse {
  readonly language: Language
  readonly id: number
  readonly translations: readonly Translation[]
}

/** Counts of a component: the sum of its translations. */
export function statisticsOf({ translations }: Component): Statistics {
  return sumStatistics(translations.map((translation) => translation.statistics))
}

/** The languages that have at least one translation in these components, ordered by code. */
export function languagesOf(components: readonly Component[]): LanguageUse[] {
  const uses = new Map<string, { language: Language; id: number; translations: Translation[] }>()
  for (const { translations } of components) {
    for (const translation of translations) {
      const { language, languageId: id } = translation
      const use = uses.get(language.code)
      if (use === undefined) uses.set(language.code, { language, id, translations: [translation] })
      else use.translations.push(translation)
    }
  }
  return [...uses.values()].sort((a, b) => (a.language.code < b.language.code ? -1 : 1))
}

interface ComponentDraft {
  readonly config: ComponentConfig
  readonly state: ComponentState
  readonly translations: readonly LooseTranslation[]
}

interface ProjectDraft {
  readonly config: ProjectConfig
  readonly components: readonly ComponentDraft[]
}

function draftProject(
  config: ProjectConfig,
  stateOf: (component: ComponentConfig) => ComponentState,
): ProjectDraft {
  const read = config.components.map((component) => {
    const state = stateOf(component)
    return { config: component, state, translations: state.content?.translations ?? [] }
  })
  const languages = new Map(
    read.flatMap((one) => one.translations.map(({ language }) => [language.code, language])),
  )
  const components = read.map((one) =>
    one.config.vcs === 'local'
      ? { ...one, translations: emptyTranslations(one.config, languages) }
      : one,
  )
  return { config, components }
}

/** Translations of a component without a repository: the source language, then every other of the project. */
function emptyTranslations(
  { sourceLanguage }: ComponentConfig,
  languages: ReadonlyMap<string, Language>,
): LooseTranslation[] {
  const source = languageForCode(sourceLanguage)
  const others = [...languages.values()].filter(({ code }) => code !== source.code)
  others.sort((a, b) => (a.code < b.code ? -1 : 1))
  return [source, ...others].map((language) => ({
    language,
    languageCode: language.code,
    filename: '',
    revision: '',
    isTemplate: false,
    isSource: language === source,
    units: NO_UNITS,
    statistics: countUnits(NO_UNITS),
    failing: NOT_FAILING,
    sourceRowsAdded: [],
    alert: undefined,
  }))
}

interface Ids {
  readonly languages: ReadonlyMap<string, number>
  readonly projects: ReadonlyMap<string, number>
  readonly categories: ReadonlyMap<string, number>
  readonly components: ReadonlyMap<string, number>
  readonly translations: ReadonlyMap<string, number>
}

function assignIds(projects: readonly ProjectDraft[]): Ids {
  const components = projects.flatMap(({ config, components: own }) =>
    own.map((one) => ({ ...one, path: `${config.slug}/${pathInProject(one.config)}` })),
  )
  const translations = components.flatMap(({ path, translations: own }) =>
    own.map(({ language, units }) => ({
      name: `${path}/${language.code}`,
      width: widthOf({ units }),
    })),
  )
  const slots = translations.reduce((sum, { width }) => sum + width, 0)
  const languages = new Set(allLanguages().map(({ code }) => code))
  for (const { config, translations: own } of components) {
    languages.add(languageForCode(config.sourceLanguage).code)
    for (const { language } of own) languages.add(language.code)
  }
  return {
    languages: assignSlots(languages, Math.max(SLOTS, 4 * languages.size)),
    projects: assignSlots(
      projects.map(({ config }) => config.slug),
      SLOTS,
    ),
    categories: assignSlots(
      projects.flatMap(({ config }) =>
        config.categories.map(({ path }) => `${config.slug}/${path}`),
      ),
      SLOTS,
    ),
    components: assignSlots(
      components.map(({ path }) => path),
      SLOTS,
    ),
    translations: assignRanges(translations, Math.max(TRANSLATION_SLOTS, 4 * slots)),
  }
}

function place(
  {
    project,
    component,
    state,
    translations,
  }: {
    project: Project
    component: ComponentConfig
    state: ComponentState
    translations: readonly LooseTranslation[]
  },
  ids: Ids,
): Component {
  const path = `${project.config.slug}/${pathInProject(component)}`
  const sourceLanguage = languageForCode(component.sourceLanguage)
  const placed: Translation[] = []
  const result: Component = {
    id: ids.components.get(path) ?? 0,
    project,
    config: component,
    category: project.categories.find(({ config }) => config.path === component.category),
    sourceLanguage,
    sourceLanguageId: ids.languages.get(sourceLanguage.code) ?? 0,
    commit: state.commit,
    repo: state.repo,
    branch: state.branch,
    translations: placed,
    alerts: [...(state.alert === undefined ? [] : [state.alert]), ...(state.content?.alerts ?? [])],
    past: state.past,
    recent: state.recent,
    times: state.times,
    isReady: component.vcs === 'local' || state.content !== undefined,
  }
  for (const translation of translations) {
    const { code } = translation.language
    const id = ids.translations.get(`${path}/${code}`) ?? 0
    const lastTouch = state.touches?.get(translation.filename)
    const languageId = ids.languages.get(code) ?? 0
    placed.push({ ...translation, id, languageId, component: result, lastTouch })
  }
  return result
}

/** The same commits under the same configuration give the same key, on every replica. */
function keyOf(config: Config, projects: readonly ProjectDraft[]): string {
  const states = projects.map(({ components }) =>
    components.map(({ state }) => [
      state.commit?.oid,
      state.branch,
      state.alert?.message,
      state.touches && [...state.touches].map(([name, { commit }]) => [name, commit]),
      state.past?.timeline.history,
      state.recent !== undefined,
      state.times !== undefined,
    ]),
  )
  const { dataDir: _, ...shown } = config
  return createHash('sha1')
    .update(JSON.stringify([shown, states]))
    .digest('hex')
}
