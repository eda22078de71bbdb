import { NotFoundError } from '../errors.ts'
import type { Category, Component, Project, Translation, View } from '../model/model.ts'
import { pathInProject } from '../model/paths.ts'
import type { Author, Directory } from '../people/author.ts'
import { findRowOfId } from './unit-id.ts'
import { componentsOf, type LanguageUse, languagesOf, translationsOf } from './view.ts'

/** Returns the project with a slug. This and all look-ups below throw NotFoundError. */
export function findProject({ projects }: View, slug: string): Project {
  const project = projects.find(({ config }) => config.slug === slug)
  return project ?? missing('project', slug)
}

/** Returns the component of a project by its path: the slugs of its categories and its own, joined with `/`. */
export function findComponent({ components }: Project, path: string): Component {
  const component = components.find(({ config }) => pathInProject(config) === path)
  return component ?? missing('component', path)
}

/** Returns the translation of a component into a language, by the language's code. */
export function findTranslation(
  { translations }: Pick<Component, 'translations'>,
  code: string,
): Translation {
  const translation = translations.find(({ language }) => language.code === code)
  return translation ?? missing('translation', code)
}

/** Returns the category with an id. */
export function findCategory({ projects }: View, id: string): Category {
  const categories = projects.flatMap((project) => project.categories)
  const match = categories.find((category) => String(category.id) === id)
  return match ?? missing('category', id)
}

/** Returns the language with a code, and its translations. A language without translations is not found. */
export function findLanguage(view: Pick<View, 'projects'>, code: string): LanguageUse {
  const use = languagesOf(componentsOf(view)).find(({ language }) => language.code === code)
  return use ?? missing('language', code)
}

/** A unit of a view: a row of one of its translations. */
export interface FoundUnit {
  readonly translation: Translation
  readonly row: number
}

/** Returns the unit with an id. Opens only its translation. */
export function findUnit(view: View, id: string): FoundUnit {
  return unitWithId(view, id) ?? missing('unit', id)
}

/** Returns the same, or undefined if there is no such unit. */
export function unitWithId(view: View, id: string): FoundUnit | undefined {
  if (!/^[0-9]{1,16}$/.test(id)) return undefined
  for (const translation of translationsOf(componentsOf(view))) {
    const row = findRowOfId(translation, Number(id))
    if (row !== undefined) return { translation, row }
  }
  return undefined
}

/** Returns the author of commits with a user name. */
export function findAuthor(directory: Pick<Directory, 'named'>, userName: string): Author {
  return directory.named(userName) ?? missing('user', userName)
}

/** Throws NotFoundError. */
export function missing(kind: string, name: string): never {
  const what = `${kind} ${JSON.stringify(name)}`
  throw new NotFoundError(`there is no ${what}`, { what })
}
