import type { Component, Project, Translation } from '../catalog/model.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from './endpoint.ts'

/** The project, component or translation that an address names. */
export interface Scope {
  readonly project: Project
  /** Undefined for a whole project. */
  readonly component: Component | undefined
  /** Undefined for a whole project or component. */
  readonly translation: Translation | undefined
  /** The component, or those of the project. */
  readonly components: readonly Component[]
}

/** The scope of the address. */
export function scopeOf(request: ApiRequest): Scope {
  const { param } = request
  const project = projectOf(request)
  const component = param('component') === '' ? undefined : componentOf(request)
  const translation = param('language') === '' ? undefined : translationOf(request)
  const components = component === undefined ? project.components : [component]
  return { project, component, translation, components }
}

const PATHS = {
  project: '/projects/:project',
  component: '/components/:project/:component',
  translation: '/translations/:project/:component/:language',
}

/** The scopes of most endpoints, for `inScopes`. */
export const EVERY_SCOPE = ['project', 'component', 'translation'] as const

/** An endpoint in several scopes. Its addresses end with `/name`; `{scope}` in its summary stands for the scope. */
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
