import { countFailures, explainFailures } from '../../catalog/checking/explain-checks.ts'
import type { Translation } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { translationsOf } from '../../catalog/view/view.ts'
import { descriptionsById } from '../../checks/registry.ts'
import {
  type Answer,
  type ApiRequest,
  componentOf,
  pageOf,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { LARGE_PAGES, listing } from '../pagination.ts'
import { checkResource, failureCountResource, failureResource } from '../resources/check.ts'
import { translationPath } from '../resources/translation.ts'
import { unitOf } from './units.ts'

/** All checks in their default order. */
export function listChecks(request: ApiRequest): Answer {
  return pageOf(request, listing([...descriptionsById.values()], checkResource), LARGE_PAGES)
}

/** The failing checks of a unit, each with its reason: a bare array. */
export function listUnitChecks(request: ApiRequest): Answer {
  const { translation, row } = unitOf(request)
  return { json: explainFailures(translation, row).map(failureResource) }
}

/** The checks that fail in a translation, each with its number of units: a bare array. */
export function listTranslationChecks(request: ApiRequest): Answer {
  const translation = translationOf(request)
  return countsOf([translation], request, {
    path: `${translationPath(translation)}units/`,
    query: '',
  })
}

/** The checks that fail in a component: a bare array. */
export function listComponentChecks(request: ApiRequest): Answer {
  const component = componentOf(request)
  return countsOf(component.translations, request, {
    path: 'units/',
    query: `path:${placeOf(component)} `,
  })
}

/** The checks that fail in a project: a bare array. */
export function listProjectChecks(request: ApiRequest): Answer {
  const { components, config } = projectOf(request)
  return countsOf(translationsOf(components), request, {
    path: 'units/',
    query: `path:${config.slug} `,
  })
}

/** `search` is where the units are found: a list, and what the query says beside the check. */
function countsOf(
  translations: readonly Translation[],
  { links }: ApiRequest,
  search: { readonly path: string; readonly query: string },
): Answer {
  const list = links.api(search.path)
  const start = `${list}${list.includes('?') ? '&' : '?'}q=`
  return {
    json: countFailures(translations).map((count) =>
      failureCountResource(
        count,
        start + encodeURIComponent(`${search.query}check:${count.check.id}`),
      ),
    ),
  }
}
