import type { Category } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { INTEGER, LINK, nullable, type Resource, STRING } from '../schema/schema.ts'

/** A Category, 7 keys. */
export function categoryResource({ id, config, project, parent }: Category, links: Links): Json {
  const path = `categories/${id}/`
  return {
    id,
    name: config.name,
    slug: config.slug,
    project: links.api(`projects/${project.config.slug}/`),
    category: parent === undefined ? null : links.api(`categories/${parent.id}/`),
    url: links.api(path),
    statistics_url: links.api(`${path}statistics/`),
  }
}

export const CATEGORY: Resource = {
  name: 'Category',
  description: 'A category of components.',
  properties: {
    id: INTEGER,
    name: STRING,
    slug: STRING,
    project: LINK,
    category: nullable(LINK),
    url: LINK,
    statistics_url: LINK,
  },
}
