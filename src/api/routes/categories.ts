import { refuseUnknownShare } from '../../http/refuse-unread.ts'
import type { Component } from '../../model/model.ts'
import { componentsIn } from '../../view/category.ts'
import { findCategory } from '../../view/find.ts'
import { translationsOf } from '../../view/view.ts'
import { type AddressedRequest, type Endpoints, ITEM, LIST, paged, whole } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { CATEGORY } from '../resources/category.ts'
import { count, STATISTICS } from '../resources/statistics.ts'

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
