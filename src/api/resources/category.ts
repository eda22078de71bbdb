import type { Category } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

/** A Category, 7 keys. */
export function categoryResource(
  { id, config, project, parent }: Category,
  links: Links,
): s.JsonOf<typeof CATEGORY> {
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

export const CATEGORY = s.resource('Category', 'A category of components.', {
  id: s.ID,
  name: s.STRING,
  slug: s.STRING,
  project: s.LINK,
  category: s.nullable(s.LINK),
  url: s.LINK,
  statistics_url: s.LINK,
})
