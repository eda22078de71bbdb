import { countFailures, explainUnit } from '../../catalog/checking/explain-checks.ts'
import { placeOf } from '../../catalog/paths.ts'
import { translationsOf } from '../../catalog/view/view.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { paged, whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
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
import { EVERY_SCOPE, inScopes, type Scope, scopeOf } from '../scope.ts'
import { componentsOfUnit, unitOf } from './units.ts'

const weblateChecks = [...descriptionsById.values()].filter(({ isOwn }) => !isOwn)

export const checkEndpoints: Endpoints = {
  '/checks': paged(CHECK, {
    name: 'Check List',
    summary: 'All quality checks.',
    about: () => [],
    isOwn: true,
    limits: LARGE_PAGES,
    get: () => listing(weblateChecks, checkResource),
  }),
  '/units/:id/checks': whole(arrayOf(FAILURE), {
    name: 'Checks',
    summary: 'Failing checks of a unit, with their reasons.',
    needs: 'units',
    about: componentsOfUnit,
    isOwn: true,
    async get(request) {
      const { translation, row } = unitOf(request)
      const failures = await explainUnit(translation, row, request.catalog.engine)
      return { json: failures.map(failureResource) }
    },
  }),
  ...inScopes(
    EVERY_SCOPE,
    'checks',
    whole(arrayOf(FAILURE_COUNT), {
      name: 'Checks',
      summary: 'Checks that fail in a {scope}.',
      needs: 'units',
      isOwn: true,
      get(request) {
        const scope = scopeOf(request)
        const { path, query } = searchIn(scope)
        const list = request.links.api(path)
        const start = `${list}${list.includes('?') ? '&' : '?'}q=`
        const { translation, components } = scope
        const translations = translation ? [translation] : translationsOf(components)
        const json = countFailures(translations, 'failing').map((count) => {
          const search = encodeURIComponent(`${query}check:${count.check.id}`)
          return failureCountResource(count, start + search)
        })
        return { json }
      },
    }),
  ),
}

/** Returns the list in which a search finds units with failing checks, and the rest of its query. */
function searchIn({ project, component, translation }: Scope): { path: string; query: string } {
  if (translation !== undefined) return { path: `${translationPath(translation)}units/`, query: '' }
  const place = component === undefined ? project.config.slug : placeOf(component)
  return { path: 'units/', query: `path:${place} ` }
}
