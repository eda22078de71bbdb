import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import { refuseUnknownShare } from '../../http/refuse-unknown.ts'
import type { Category, Component } from '../../model/model.ts'
import { componentsIn } from '../../view/category.ts'
import { findCategory } from '../../view/find.ts'
import { translationsOf } from '../../view/view.ts'
import { type AddressedRequest, type Endpoints, ITEM, LIST, paged, whole } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { listing } from '../pagination.ts'
import { linksBelow, OWN_LINK } from '../resources/fields.ts'
import { DEFAULTS, NO_ENFORCED_CHECKS } from '../resources/setting.ts'
import { count, STATISTICS } from '../resources/statistics.ts'
import * as s from '../schema/schema.ts'

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

export const categoryEndpoints: Endpoints = {
  '/categories': paged(CATEGORY, {
    summary: 'All categories.',
    allow: LIST,
    get({ view, links }) {
      const categories = view.projects.flatMap((project) => project.categories)
      return listing(categories, (category) => CATEGORY.json(category, links))
    },
  }),
  '/categories/:id': whole(CATEGORY, {
    summary: 'A category.',
    allow: ITEM,
    about: categoryComponents,
    get: ({ view, links, param }) => ({
      json: CATEGORY.json(findCategory(view, param('id')), links),
    }),
  }),
  // Counts the components of the category and of all its subcategories.
  '/categories/:id/statistics': whole(STATISTICS, {
    summary: 'Statistics of a category.',
    needs: 'units',
    about: categoryComponents,
    formats: ['json-flat'],
    get({ view, links, param }) {
      const category = findCategory(view, param('id'))
      const components = componentsIn(category)
      refuseUnknownShare(components)
      const { config, project } = category
      const url = links.page(`projects/${project.config.slug}/${config.path}/`)
      return { json: STATISTICS.json(count(translationsOf(components), true), config.name, url) }
    },
  }),
}

export function categoryComponents({ view, param }: AddressedRequest): readonly Component[] {
  return componentsIn(findCategory(view, param('id')))
}
