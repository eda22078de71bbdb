import { encodedPlaceOf } from '../../catalog/paths.ts'
import { whole } from '../define.ts'
import { componentOf, type Endpoints, LIST, projectOf, translationOf } from '../endpoint.ts'
import {
  PROJECT_REPOSITORY,
  projectRepositoryResource,
  REPOSITORY,
  repositoryResource,
} from '../resources/repository.ts'
import { translationPath } from '../resources/translation.ts'

export const repositoryEndpoints: Endpoints = {
  '/projects/:project/repository': whole(PROJECT_REPOSITORY, {
    name: 'Repository',
    summary: 'State of its repositories.',
    allow: LIST,
    get(request) {
      const { slug } = projectOf(request).config
      return { json: projectRepositoryResource(request.links.api(`projects/${slug}/repository/`)) }
    },
  }),
  '/components/:project/:component/repository': whole(REPOSITORY, {
    name: 'Repository',
    summary: 'State of its repository.',
    allow: LIST,
    get(request) {
      const component = componentOf(request)
      const path = `components/${encodedPlaceOf(component)}/repository/`
      return { json: repositoryResource(component, request.links.api(path)) }
    },
  }),
  '/translations/:project/:component/:language/repository': whole(REPOSITORY, {
    name: 'Repository',
    summary: 'State of its repository.',
    allow: LIST,
    get(request) {
      const translation = translationOf(request)
      const path = `${translationPath(translation)}repository/`
      return { json: repositoryResource(translation.component, request.links.api(path)) }
    },
  }),
}
