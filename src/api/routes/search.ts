import type { Category, Component, View } from '../../catalog/model.ts'
import { encodeSegment, placeOf } from '../../catalog/paths.ts'
import { componentsOf, languagesOf } from '../../catalog/view/view.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { HIT_KINDS, type HitKind, SEARCH_HIT, searchHitResource } from '../resources/search-hit.ts'
import { TEXT } from '../schema/parameters.ts'
import { arrayOf, type JsonOf } from '../schema/schema.ts'

const MAX_HITS = 5

/** Something that a search may find: its page, what it is called, and the words that are looked into. */
interface Named {
  readonly url: string
  readonly name: string
  readonly words: string
}

export const searchEndpoints: Endpoints = {
  // At most five of each kind, ordered by name.
  '/search': whole(arrayOf(SEARCH_HIT), {
    name: 'Search',
    summary: 'Projects, categories, components, users and languages by name.',
    query: [TEXT],
    async get({ catalog, view, query }) {
      const text = TEXT.read(query).toLowerCase()
      if (text === '') return { json: [] }
      const { directory } = await catalog.people(view)
      const users = directory.authors.map(({ userName, fullName }) => ({
        url: `/user/${encodeURIComponent(userName)}/`,
        name: userName,
        words: `${fullName}\n${userName}`,
      }))
      const all = { ...contentOf(view), User: users, Language: languagesIn(view) }
      return { json: HIT_KINDS.flatMap((kind) => hits(text, kind, all[kind])) }
    },
  }),
}

function hits(text: string, kind: HitKind, all: readonly Named[]): JsonOf<typeof SEARCH_HIT>[] {
  return all
    .filter(({ words }) => words.toLowerCase().includes(text))
    .sort((a, b) => (a.words < b.words ? -1 : 1))
    .slice(0, MAX_HITS)
    .map((one) => searchHitResource(one, kind))
}

function contentOf({
  projects,
}: View): Readonly<Record<'Project' | 'Category' | 'Component', readonly Named[]>> {
  const wordsOf = ({ name, slug }: { name: string; slug: string }) => `${name}\n${slug}`
  return {
    Project: projects.map(({ config }) => ({
      url: `/projects/${config.slug}/`,
      name: config.name,
      words: wordsOf(config),
    })),
    Category: projects.flatMap((project) =>
      project.categories.map((category) => ({
        url: `/projects/${project.config.slug}/${category.config.path}/`,
        name: titleOf(category),
        words: wordsOf(category.config),
      })),
    ),
    Component: projects.flatMap(({ components }) =>
      components.map((component) => ({
        url: `/projects/${placeOf(component)}/`,
        name: titleOf(component),
        words: wordsOf(component.config),
      })),
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
function titleOf(one: Category | Component): string {
  const outer = 'parent' in one ? one.parent : one.category
  return `${outer === undefined ? one.project.config.name : titleOf(outer)}/${one.config.name}`
}
