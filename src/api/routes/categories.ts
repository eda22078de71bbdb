import { findCategory } from '../../catalog/find.ts'
import type { Category } from '../../catalog/model.ts'
import { type Answer, type ApiRequest, pageOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { categoryResource } from '../resources/category.ts'
import { categoryStatistics } from '../resources/statistics.ts'

/** `categories/`: a page of all categories. */
export function listCategories(request: ApiRequest): Answer {
  const { view, links } = request
  const categories = view.projects.flatMap((project) => project.categories)
  return pageOf(
    request,
    listing(categories, (category) => categoryResource(category, links)),
  )
}

/** `categories/{id}/` */
export function showCategory(request: ApiRequest): Answer {
  return { json: categoryResource(categoryOf(request), request.links) }
}

/** `categories/{id}/statistics/`: counts over its components and those of the categories in it. */
export function showCategoryStatistics(request: ApiRequest): Answer {
  return { json: categoryStatistics(categoryOf(request), request.links) }
}

function categoryOf({ view, param }: ApiRequest): Category {
  return findCategory(view, param('id'))
}
