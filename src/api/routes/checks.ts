import { countFailures, explainFailures } from '../../catalog/checking/explain-checks.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { translationsOf } from '../../catalog/view/view.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { paged, whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { LARGE_PAGES, listing } from '../pagination.ts'
import {
  CHECK,
  checkResource,
  FAILURE,
  FAILURE_COUNT,
  failureCountResource,
  failureResource,
} from '../resources/check.ts'
import { translationPath } from '../resources/translation.ts'
import { arrayOf } from '../schema/schema.ts'
import { unitOf } from './units.ts'

export const checkEndpoints: Endpoints = {
  '/checks': paged(CHECK, {
    name: 'Check List',
    summary: 'All quality checks.',
    isOwn: true,
    limits: LARGE_PAGES,
    get: () => listing([...descriptionsById.values()], checkResource),
  }),
  '/units/:id/checks': whole(arrayOf(FAILURE), {
    name: 'Checks',
    summary: 'Failing checks of a unit, with their reasons.',
    isOwn: true,
    get(request) {
      const { translation, row } = unitOf(request)
      return { json: explainFailures(translation, row).map(failureResource) }
    },
  }),
  '/projects/:project/checks': failing('project', (request) => {
    const { components, config } = projectOf(request)
    const translations = translationsOf(components)
    return { translations, path: 'units/', query: `path:${config.slug} ` }
  }),
  '/components/:project/:component/checks': failing('component', (request) => {
    const component = componentOf(request)
    const { translations } = component
    return { translations, path: 'units/', query: `path:${placeOf(component)} ` }
  }),
  '/translations/:project/:component/:language/checks': failing('translation', (request) => {
    const translation = translationOf(request)
    const path = `${translationPath(translation)}units/`
    return { translations: [translation], path, query: '' }
  }),
}

/** Translations, and where their units are found: a list, and what its query says beside the check. */
interface Searched {
  readonly translations: readonly Translation[]
  readonly path: string
  readonly query: string
}

function failing(subject: string, searched: (request: ApiRequest) => Searched): Endpoint {
  return whole(arrayOf(FAILURE_COUNT), {
    name: 'Checks',
    summary: `Checks that fail in a ${subject}.`,
    isOwn: true,
    get(request) {
      const { translations, path, query } = searched(request)
      const list = request.links.api(path)
      const start = `${list}${list.includes('?') ? '&' : '?'}q=`
      const json = countFailures(translations).map((count) => {
        const search = encodeURIComponent(`${query}check:${count.check.id}`)
        return failureCountResource(count, start + search)
      })
      return { json }
    },
  })
}
