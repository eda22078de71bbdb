import { encodedPlaceOf } from '../../catalog/paths.ts'
import { whole } from '../define.ts'
import { componentOf, type Endpoints, LIST, projectOf } from '../endpoint.ts'
import {
  PROJECT_REPOSITORY,
  projectRepositoryResource,
  REPOSITORY,
  repositoryResource,
} from '../resources/repository.ts'
import { translationPath } from '../resources/translation.ts'
import { inScopes, scopeOf } from '../scope.ts'

export const repositoryEndpoints: Endpoints = {
  '/repository': whole(PROJECT_REPOSITORY, {
    name: 'Repository',
    summary: 'State of all repositories.',
    allow: LIST,
    isOwn: true,
    isRepository: true,
    get: ({ links }) => ({ json: projectRepositoryResource(links.api('repository/')) }),
  }),
  '/projects/:project/repository': whole(PROJECT_REPOSITORY, {
    name: 'Repository',
    summary: 'State of the repositories of a project.',
    allow: LIST,
    isRepository: true,
    get(request) {
      const { slug } = projectOf(request).config
      return { json: projectRepositoryResource(request.links.api(`projects/${slug}/repository/`)) }
    },
  }),
  ...inScopes(
    ['component', 'translation'],
    'repository',
    whole(REPOSITORY, {
      name: 'Repository',
      summary: 'State of the repository of a {scope}.',
      needs: 'files',
      allow: LIST,
      isRepository: true,
      get(request) {
        const { translation } = scopeOf(request)
        const component = componentOf(request)
        const path = translation
          ? translationPath(translation)
          : `components/${encodedPlaceOf(component)}/`
        return { json: repositoryResource(component, request.links.api(`${path}repository/`)) }
      },
    }),
  ),
}
