import { decode } from '../address.ts'
import { NotFoundError, unless } from '../errors.ts'
import type { ChangeFilter } from '../history/changes/change-filter.ts'
import type { Category, Component, Project, Translation, View } from '../model/model.ts'
import { encodeSegment, pathInProject, placeOf } from '../model/paths.ts'
import { componentsIn } from '../view/category.ts'
import { countedComponents } from '../view/counted-components.ts'
import { findComponent, findProject, findTranslation, missing } from '../view/find.ts'
import { componentsOf, translationsOf } from '../view/view.ts'

/**
 * What an address outside the API names after its first word: `-/-/-` or nothing the whole server, `-/-/cs` a language,
 * `P` a project, `P/-/cs` a language in it, `P/K` a category, `P/K/C` a component, `P/K/C/cs` a translation.
 */
export interface Place {
  readonly project: Project | undefined
  readonly category: Category | undefined
  readonly component: Component | undefined
  /** Code of a language, which exists only once files are read. */
  readonly code: string | undefined
}

/** The whole server. */
export const NOWHERE: Place = {
  project: undefined,
  category: undefined,
  component: undefined,
  code: undefined,
}

/** Parses the segments of a path. Throws NotFoundError, but not for languages. */
export function findPlace(view: View, segments: readonly string[]): Place {
  const [slug, ...path] = segments
  if (slug === undefined) return NOWHERE
  const [dash, code] = path
  const isLanguage = dash === '-' && code !== undefined && path.length === 2
  if (slug === '-' && isLanguage) return { ...NOWHERE, code: code === '-' ? undefined : code }
  const project = findProject(view, slug)
  if (isLanguage) return { ...NOWHERE, project, code }
  if (path.length === 0) return { ...NOWHERE, project }
  const whole = path.join('/')
  const category = project.categories.find(({ config }) => config.path === whole)
  if (category !== undefined) return { ...NOWHERE, project, category }
  const isThere = project.components.some(({ config }) => pathInProject(config) === whole)
  if (isThere) return { ...NOWHERE, project, component: findComponent(project, whole) }
  const component = findComponent(project, path.slice(0, -1).join('/') || whole)
  return { ...NOWHERE, project, component, code: path.at(-1) }
}

/** Returns the components at a place, each once: for a project, also those shared into it. */
export function componentsAt(
  view: View,
  { project, category, component }: Place,
): readonly Component[] {
  if (component !== undefined) return [component]
  if (category !== undefined) return componentsIn(category)
  if (project !== undefined) return countedComponents(project)
  return componentsOf(view)
}

/** Returns the translations at a place. Throws NotFoundError if its language has none. */
export function translationsAt(view: View, place: Place): readonly Translation[] {
  const { component, code } = place
  const components = componentsAt(view, place)
  if (code === undefined) return translationsOf(components)
  if (component !== undefined) return [findTranslation(component, code)]
  const translations = translationsOf(components).filter(({ language }) => language.code === code)
  return translations.length === 0 ? missing('language', code) : translations
}

/** Returns whether a view has a place taken from another view, with its language. */
export function hasPlace(view: View, place: Place): boolean {
  const segments = pathOfPlace(place).split('/').filter(Boolean).map(decode)
  return unless(() => translationsAt(view, findPlace(view, segments)), NotFoundError) !== undefined
}

/** Returns a place's title: `Demo`, `Demo/Android — Czech`, `Demo — Czech`, `Czech`. Throws NotFoundError. */
export function nameOfPlace(view: View, place: Place, siteTitle: string): string {
  const { project, category, component, code } = place
  const language = code === undefined ? undefined : translationsAt(view, place)[0]?.language.name
  if (project === undefined) return language ?? siteTitle
  const inside = component ?? category
  const path = inside === undefined ? [] : [inside.config.name]
  const name = [project.config.name, ...path].join('/')
  return language === undefined ? name : `${name} — ${language}`
}

/** Returns the filter of the changes at a place. Throws NotFoundError for a category, which has no such list. */
export function changesAt({ project, category, component, code }: Place): ChangeFilter {
  if (category !== undefined) throw new NotFoundError('categories have no list of changes')
  const path = component ? placeOf(component) : project?.config.slug
  return {
    ...(path !== undefined && { place: path }),
    ...(code !== undefined && { language: code }),
  }
}

/** Returns the path of a place's page, without a leading slash: `projects/P/C/cs/`. */
export function pageOfPlace({ project, category, component, code }: Place): string {
  const language = code === undefined ? '' : `${encodeSegment(code)}/`
  if (project === undefined) return language === '' ? '' : `languages/${language}`
  if (component !== undefined) return `projects/${placeOf(component)}/${language}`
  const { slug } = project.config
  if (category !== undefined) return `projects/${slug}/${category.config.path}/`
  return `projects/${slug}/${language && `-/${language}`}`
}

/** Returns the path of a place as `findPlace` reads it, without the first word: `P/C/cs/`, `-/-/cs/`, `''`. */
export function pathOfPlace(place: Place): string {
  const { project, code } = place
  if (project !== undefined) return pageOfPlace(place).replace(/^projects\//, '')
  return code === undefined ? '' : `-/-/${encodeSegment(code)}/`
}

/** The kind of object that a place names. */
export type PlaceKind =
  | 'site'
  | 'language'
  | 'project'
  | 'projectLanguage'
  | 'category'
  | 'component'
  | 'translation'

/** Returns the kind of object that a place names. */
export function kindOfPlace({ project, category, component, code }: Place): PlaceKind {
  if (project === undefined) return code === undefined ? 'site' : 'language'
  if (component !== undefined) return code === undefined ? 'component' : 'translation'
  if (category !== undefined) return 'category'
  return code === undefined ? 'project' : 'projectLanguage'
}
