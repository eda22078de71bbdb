import { languagesOf } from '../../catalog/view.ts'
import type { Json } from '../json.ts'
import type { Answer, ApiRequest } from '../request.ts'

const MAX_HITS = 5

/** Projects, components and languages whose name or code has the text: a bare array, at most five of each. */
export function search({ view, query }: ApiRequest): Answer {
  const text = (query.get('q') ?? '').toLowerCase()
  if (text === '') return { json: [] }
  const hits = (
    category: string,
    all: readonly { url: string; name: string; words: string }[],
  ): Json[] =>
    all
      .filter(({ words }) => words.toLowerCase().includes(text))
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
        'Component',
        components.map(({ config: { slug, name }, project: { config: project } }) => ({
          url: `/projects/${project.slug}/${slug}/`,
          name: `${project.name}/${name}`,
          words: `${name}\n${slug}`,
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
