import type { View } from '../catalog/model.ts'
import { pathInProject } from '../catalog/paths.ts'
import { findPlace } from '../catalog/place.ts'
import { notFound } from '../http/http-error.ts'
import type { ApiRequest, Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'

/** An endpoint that answers a file, and what its address names. */
interface Download {
  readonly endpoint: Endpoint
  readonly names: Readonly<Partial<Record<Parameters<ApiRequest['param']>[0], string>>>
}

/** The download of a place. Throws 404 for a place without one: a category, the whole server. */
export function findDownload(view: View, segments: readonly string[]): Download {
  const { project, category, component, code: language } = findPlace(view, segments)
  if (project === undefined || category !== undefined) throw notFound()
  const [whole, inOneLanguage] =
    component === undefined
      ? (['project', 'language'] as const)
      : (['component', 'translation'] as const)
  const kind = language === undefined ? whole : inOneLanguage
  const endpoint = ENDPOINTS[PATHS[kind]]
  if (endpoint === undefined) throw new RangeError(`no endpoint at ${PATHS[kind]}`)
  return {
    endpoint,
    names: {
      project: project.config.slug,
      ...(component && { component: pathInProject(component.config) }),
      ...(language !== undefined && { language }),
    },
  }
}

const PATHS = {
  project: '/projects/:project/file',
  language: '/projects/:project/languages/:language/file',
  component: '/components/:project/:component/file',
  translation: '/translations/:project/:component/:language/file',
}
