import type { Category, Component, View } from '../model/model.ts'
import { encodeSegment, placeOf } from '../model/paths.ts'
import type { Directory } from '../people/directory.ts'
import { componentsOf, languagesOf } from './view.ts'

/** The kinds of objects that a search by name finds, in the order of its answer. */
export const HIT_KINDS = ['Project', 'Category', 'Component', 'User', 'Language'] as const

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

const MAX_HITS = 5

/** Finds what has a text in its name or code: at most five of each kind, by name. */
export function findByName(
  view: View,
  { authors }: Pick<Directory, 'authors'>,
  text: string,
): Hit[] {
  const lowerCase = text.toLowerCase()
  if (lowerCase === '') return []
  const users = authors.map(({ userName, fullName }) => ({
    url: `/user/${encodeURIComponent(userName)}/`,
    name: userName,
    words: `${fullName}\n${userName}`,
  }))
  const candidates = { ...contentOf(view), User: users, Language: languagesIn(view) }
  return HIT_KINDS.flatMap((kind) => hits(lowerCase, kind, candidates[kind]))
}

function hits(text: string, kind: HitKind, candidates: readonly Named[]): Hit[] {
  return candidates
    .filter(({ words }) => words.toLowerCase().includes(text))
    .sort((a, b) => (a.words < b.words ? -1 : 1))
    .slice(0, MAX_HITS)
    .map(({ url, name }) => ({ kind, url, name }))
}

function contentOf({
  projects,
}: View): Readonly<Record<'Project' | 'Category' | 'Component', readonly Named[]>> {
  const named = (
    place: string,
    { config }: { readonly config: { readonly name: string; readonly slug: string } },
    name = config.name,
  ) => ({ url: `/projects/${place}/`, name, words: `${config.name}\n${config.slug}` })
  return {
    Project: projects.map((project) => named(project.config.slug, project)),
    Category: projects.flatMap(({ config, categories }) =>
      categories.map((category) =>
        named(`${config.slug}/${category.config.path}`, category, titleOf(category)),
      ),
    ),
    Component: componentsOf({ projects }).map((component) =>
      named(placeOf(component), component, titleOf(component)),
    ),
  }
}

function languagesIn(view: View): Named[] {
  return languagesOf(componentsOf(view)).map(({ language: { code, name } }) => ({
    url: `/languages/${encodeSegment(code)}/`,
    name,
    words: `${name}\n${code}`,
  }))
}

/** `Project/Category/Component`. */
function titleOf(item: Category | Component): string {
  const outer = 'parent' in item ? item.parent : item.category
  return `${outer === undefined ? item.project.config.name : titleOf(outer)}/${item.config.name}`
}
