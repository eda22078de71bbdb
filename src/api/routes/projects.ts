import { languagesOf } from '../../catalog/view.ts'
import { compareLanguages } from '../../languages/language.ts'
import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf, projectOf } from '../request.ts'
import { componentResource } from '../resources/component.ts'
import { projectResource } from '../resources/project.ts'
import { projectLanguageStatistics, projectStatistics } from '../resources/statistics.ts'
import { listNothing, showLock } from './root.ts'

export function listProjects(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing(request.view.projects, (project) => projectResource(project, request.links)),
  )
}

export function showProject(request: ApiRequest): Answer {
  return { json: projectResource(projectOf(request), request.links) }
}

export function listProjectComponents(request: ApiRequest): Answer {
  const { links } = request
  return pageOf(
    request,
    listing(projectOf(request).components, (component) =>
      componentResource(component, { links, withProject: false }),
    ),
  )
}

export function showProjectStatistics(request: ApiRequest): Answer {
  return { json: projectStatistics(projectOf(request), request.links) }
}

/** A bare array, ordered by the English name of the language. */
export function listProjectLanguages(request: ApiRequest): Answer {
  const project = projectOf(request)
  return {
    json: languagesOf(project.components)
      .sort((a, b) => compareLanguages(a.language, b.language))
      .map((use) => projectLanguageStatistics(project, use, request.links)),
  }
}

/** Categories and labels: there are none. */
export function listProjectNothing(request: ApiRequest): Answer {
  projectOf(request)
  return listNothing(request)
}

export function showProjectLock(request: ApiRequest): Answer {
  projectOf(request)
  return showLock()
}
