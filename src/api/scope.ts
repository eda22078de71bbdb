import { translationsOf } from '../view/view.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from './endpoint.ts'

/** Returns the project, component or translation that the address names, with all its components and translations. */
export function scopeOf(request: ApiRequest) {
  const { param } = request
  const project = projectOf(request)
  const component = param('component') === '' ? undefined : componentOf(request)
  const translation = param('language') === '' ? undefined : translationOf(request)
  const components = component === undefined ? project.components : [component]
  const translations = translation === undefined ? translationsOf(components) : [translation]
  return { project, component, translation, components, translations }
}

const PATHS = {
  project: '/projects/:project',
  component: '/components/:project/:component',
  translation: '/translations/:project/:component/:language',
}

/** The scopes of most endpoints, for use with `inScopes`. */
export const EVERY_SCOPE = ['project', 'component', 'translation'] as const

/** Defines an endpoint in several scopes, at paths that end with `/name`. In its summary, `{scope}` names the scope. */
export function inScopes(
  scopes: readonly (keyof typeof PATHS)[],
  name: string,
  endpoint: Endpoint,
): Endpoints {
  return Object.fromEntries(
    scopes.map((scope) => [
      `${PATHS[scope]}/${name}`,
      { ...endpoint, summary: endpoint.summary.replace('{scope}', scope) },
    ]),
  )
}
