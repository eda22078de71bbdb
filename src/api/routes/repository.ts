import { encodedPlaceOf } from '../../catalog/paths.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../endpoint.ts'
import { projectRepositoryResource, repositoryResource } from '../resources/repository.ts'
import { translationPath } from '../resources/translation.ts'

/** `projects/{project}/repository/`: the state of all its repositories together. */
export function showProjectRepository(request: ApiRequest): Answer {
  const { slug } = projectOf(request).config
  return { json: projectRepositoryResource(request.links.api(`projects/${slug}/repository/`)) }
}

/** `components/{project}/{component}/repository/` */
export function showComponentRepository(request: ApiRequest): Answer {
  const component = componentOf(request)
  const path = `components/${encodedPlaceOf(component)}/repository/`
  return { json: repositoryResource(component, request.links.api(path)) }
}

/** `translations/{project}/{component}/{language}/repository/`: that of its component. */
export function showTranslationRepository(request: ApiRequest): Answer {
  const translation = translationOf(request)
  const path = `${translationPath(translation)}repository/`
  return { json: repositoryResource(translation.component, request.links.api(path)) }
}
