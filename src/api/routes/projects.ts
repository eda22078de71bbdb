import { countedComponents } from '../../catalog/view/share.ts'
import { languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { compareLanguages } from '../../languages/language.ts'
import { type Answer, type ApiRequest, pageOf, projectOf } from '../endpoint.ts'
import { listing, WHOLE_PAGES } from '../pagination.ts'
import { categoryResource } from '../resources/category.ts'
import { componentResource } from '../resources/component.ts'
import { projectResource } from '../resources/project.ts'
import {
  projectLanguageStatistics,
  projectStatistics,
  rowStatistics,
} from '../resources/statistics.ts'
import { listNothing, showLock } from './never.ts'

/** `projects/`: a page of all projects. */
export function listProjects(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing(request.view.projects, (project) => projectResource(project, request.links)),
  )
}

/** `projects/{project}/` */
export function showProject(request: ApiRequest): Answer {
  return { json: projectResource(projectOf(request), request.links) }
}

/** `projects/{project}/components/`: a page of its own components. */
export function listProjectComponents(request: ApiRequest): Answer {
  const { links } = request
  return pageOf(
    request,
    listing(projectOf(request).components, (component) =>
      componentResource(component, links, false),
    ),
  )
}

/** `projects/{project}/statistics/` */
export function showProjectStatistics(request: ApiRequest): Answer {
  return { json: projectStatistics(projectOf(request), request.links) }
}

/** All languages of all components in one call: what the lists of the components have, one after the other. */
export function listProjectComponentStatistics(request: ApiRequest): Answer {
  const translations = translationsOf(projectOf(request).components)
  return pageOf(
    request,
    listing(translations, (one) => rowStatistics(one, request.links)),
    WHOLE_PAGES,
  )
}

/** A bare array, ordered by the English name of the language. */
export function listProjectLanguages(request: ApiRequest): Answer {
  const project = projectOf(request)
  return {
    json: languagesOf(countedComponents(project))
      .sort((a, b) => compareLanguages(a.language, b.language))
      .map((use) => projectLanguageStatistics(project, use, request.links)),
  }
}

/** `projects/{project}/categories/`: a page of them. */
export function listProjectCategories(request: ApiRequest): Answer {
  const { categories } = projectOf(request)
  return pageOf(
    request,
    listing(categories, (category) => categoryResource(category, request.links)),
  )
}

/** Labels: there are none. */
export function listProjectLabels(request: ApiRequest): Answer {
  projectOf(request)
  return listNothing(request)
}

/** `projects/{project}/lock/`: never locked. */
export function showProjectLock(request: ApiRequest): Answer {
  projectOf(request)
  return showLock()
}
