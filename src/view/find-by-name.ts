import type { Category, Component, View } from '../model/model.ts'
import { encodeSegment, placeOf } from '../model/paths.ts'
import type { Directory } from '../people/author.ts'
import { componentsOf, languagesOf } from './view.ts'

/** The kinds of objects that a search by name finds, in the order of its answer. */
export const HIT_KINDS = ['Project', 'Category', 'Component', 'User', 'Language'] as const

/** One of them. */
export type HitKind = (typeof HIT_KINDS)[number]

/** A result of a search by name: the path of its page, and its name. */
export interface Hit {
  readonly kind: HitKind
  readonly url: string
  readonly name: string
}

interface Named extends Omit<Hit, 'kind'> {
  readonly words: string
}

/** Finds what has a text in its name or code: of each kind at most `max`, by name. */
export function findByName(
  { projects }: View,
  { authors }: Pick<Directory, 'authors'>,
  text: string,
  max: number,
): Hit[] {
  const lowerCase = text.toLowerCase()
  if (lowerCase === '') return []
  const components = componentsOf({ projects })
  const candidates: Readonly<Record<HitKind, readonly Named[]>> = {
    Project: projects.map(({ config }) => configured(config.slug, config, config.name)),
    Category: projects.flatMap(({ config: { slug }, categories }) =>
      categories.map((category) => {
        const { config } = category
        return configured(`${slug}/${config.path}`, config, titleOf(category))
      }),
    ),
    Component: components.map((component) =>
      configured(placeOf(component), component.config, titleOf(component)),
    ),
    User: authors.map(({ userName, fullName }) => ({
      url: `/user/${encodeURIComponent(userName)}/`,
      name: userName,
      words: `${fullName}\n${userName}`,
    })),
    Language: languagesOf(components).map(({ language: { code, name } }) => ({
      url: `/languages/${encodeSegment(code)}/`,
      name,
      words: `${name}\n${code}`,
    })),
  }
  return HIT_KINDS.flatMap((kind) =>
    candidates[kind]
      .filter(({ words }) => words.toLowerCase().includes(lowerCase))
      .sort((a, b) => (a.words < b.words ? -1 : 1))
      .slice(0, max)
      .map(({ url, name }) => ({ kind, url, name })),
  )
}

function configured(
  place: string,
  config: { readonly name: string; readonly slug: string },
  name: string,
): Named {
  return { url: `/projects/${place}/`, name, words: `${config.name}\n${config.slug}` }
}

/** `Project/Category/Component`. */
function titleOf(item: Category | Component): string {
  const outer = 'parent' in item ? item.parent : item.category
  return `${outer === undefined ? item.project.config.name : titleOf(outer)}/${item.config.name}`
}
