import { componentsOf } from '../../catalog/view/view.ts'
import { type Answer, type ApiRequest, componentOf, pageOf } from '../endpoint.ts'
import { LARGE_PAGES, listing } from '../pagination.ts'
import { componentResource } from '../resources/component.ts'
import { projectResource } from '../resources/project.ts'
import { translationStatistics } from '../resources/statistics.ts'
import { translationResource } from '../resources/translation.ts'
import { showLock } from './never.ts'

/** `components/`: a page of all components. */
export function listComponents(request: ApiRequest): Answer {
  const { view, links } = request
  return pageOf(
    request,
    listing(componentsOf(view), (one) => componentResource(one, links)),
  )
}

/** `components/{project}/{component}/` */
export function showComponent(request: ApiRequest): Answer {
  return { json: componentResource(componentOf(request), request.links) }
}

/** `components/{project}/{component}/translations/`: a page of them. */
export function listComponentTranslations(request: ApiRequest): Answer {
  const { links } = request
  return pageOf(
    request,
    listing(componentOf(request).translations, (one) => translationResource(one, links, false)),
  )
}

/** `components/{project}/{component}/statistics/`: a page with the counts of each translation. */
export function listComponentStatistics(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing(componentOf(request).translations, (one) => translationStatistics(one, request.links)),
    LARGE_PAGES,
  )
}

/** Projects that the component is shared into. */
export function listComponentLinks(request: ApiRequest): Answer {
  const { links } = componentOf(request).config
  const projects = request.view.projects.filter(({ config }) => links.includes(config.slug))
  return pageOf(
    request,
    listing(projects, (project) => projectResource(project, request.links)),
  )
}

/** `components/{project}/{component}/lock/`: never locked. */
export function showComponentLock(request: ApiRequest): Answer {
  componentOf(request)
  return showLock()
}
