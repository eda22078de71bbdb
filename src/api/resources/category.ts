import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Category } from '../../model/model.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { linksBelow, OWN_LINK } from './fields.ts'
import { DEFAULTS, NO_ENFORCED_CHECKS } from './setting.ts'

/** A Category with the keys of both versions. */
export const CATEGORY = s.shown(
  'Category',
  'A category of components.',
  (category: Category, links: Links) => ({
    ...{ ...category, ...category.config, links },
    path: `categories/${category.id}/`,
  }),
  {
    id: s.ID,
    name: s.STRING,
    slug: s.STRING,
    project: [s.LINK, ({ links, project }) => links.api(`projects/${project.config.slug}/`)],
    category: [
      s.nullable(s.LINK),
      ({ links, parent }) =>
        parent?.id === undefined ? null : links.api(`categories/${parent.id}/`),
    ],
    url: OWN_LINK,
    ...linksBelow('statistics', 'announcements', 'reports'),
    check_flags: [s.STRING, () => ''],
    effective_check_flags: [
      s.STRING,
      ({ project }) => formatFlags(mergeFlags(project.config.checkFlags)),
    ],
    ...DEFAULTS,
    ...NO_ENFORCED_CHECKS,
  },
)
