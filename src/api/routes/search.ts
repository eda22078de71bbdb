import type { Category, Component } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/place.ts'
import { languagesOf } from '../../catalog/view.ts'
import type { Json } from '../json.ts'
import type { Answer, ApiRequest } from '../request.ts'
import { described, type Resource, STRING } from '../schema/schema.ts'

const MAX_HITS = 5

/** Projects, categories, components and languages whose name or code has the text: a bare array, at most five of each. */
export function search({ view, query }: ApiRequest): Answer {
  const text = (query.get('q') ?? '').toLowerCase()
  if (text === '') return { json: [] }
  const hits = (
    category: string,
    all: readonly { url: string; name: string; words: string }[],
  ): Json[] =>
    all
      .filter(({ words }) => words.toLowerCase().includes(text))
      .sort((a, b) => (a.words < b.words ? -1 : 1))
      .slice(0, MAX_HITS)
      .map(({ url, name }) => ({ url, name, category }))
  const components = view.projects.flatMap((project) => project.components)
  return {
    json: [
      ...hits(
        'Project',
        view.projects.map(({ config: { slug, name } }) => ({
          url: `/projects/${slug}/`,
          name,
          words: `${name}\n${slug}`,
        })),
      ),
      ...hits(
        'Category',
        view.projects.flatMap(({ config: project, categories }) =>
          categories.map((category) => ({
            url: `/projects/${project.slug}/${category.config.path}/`,
            name: titleOf(category),
            words: `${category.config.name}\n${category.config.slug}`,
          })),
        ),
      ),
      ...hits(
        'Component',
        components.map((component) => ({
          url: `/projects/${placeOf(component)}/`,
          name: titleOf(component),
          words: `${component.config.name}\n${component.config.slug}`,
        })),
      ),
      ...hits(
        'Language',
        languagesOf(components).map(({ language: { code, name } }) => ({
          url: `/languages/${code}/`,
          name,
          words: `${name}\n${code}`,
        })),
      ),
    ],
  }
}

/** `Project/Category/Component`. */
function titleOf(one: Category | Component): string {
  const outer = 'parent' in one ? one.parent : one.category
  return `${outer === undefined ? one.project.config.name : titleOf(outer)}/${one.config.name}`
}

export const SEARCH_HIT: Resource = {
  name: 'SearchHit',
  description: 'Something whose name or code has the text.',
  properties: {
    url: described(STRING, 'Path of its page.'),
    name: STRING,
    category: { type: 'string', enum: ['Project', 'Category', 'Component', 'Language'] },
  },
}
