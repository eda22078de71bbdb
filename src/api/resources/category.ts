import type { Category } from '../../catalog/model.ts'
import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { DEFAULT_SETTINGS, defaults, setting, settingSchema } from './setting.ts'

/** Returns a Category with the keys of both versions. */
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
    announcements_url: links.api(`${path}announcements/`),
    reports_url: links.api(`${path}reports/`),
    check_flags: '',
    effective_check_flags: formatFlags(mergeFlags(project.config.checkFlags)),
    ...defaults,
    ...setting('enforced_checks', []),
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
  announcements_url: s.LINK,
  reports_url: s.LINK,
  check_flags: s.STRING,
  effective_check_flags: s.STRING,
  ...DEFAULT_SETTINGS,
  ...settingSchema('enforced_checks', s.arrayOf(s.STRING)),
})
