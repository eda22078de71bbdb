import { languagesOf } from '../../catalog/view/view.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { STATE_COUNTS, stateCountsResource } from '../resources/state-counts.ts'
import { arrayOf } from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

export const stateEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'states',
  whole(arrayOf(STATE_COUNTS), {
    name: 'States',
    summary: 'Strings of a {scope} by state, language by language.',
    needs: 'units',
    isOwn: true,
    get(request) {
      const { components, translation } = scopeOf(request)
      const uses = languagesOf(components)
      const wanted = translation
        ? [{ language: translation.language, translations: [translation] }]
        : uses
      return { json: wanted.map(stateCountsResource) }
    },
  }),
)
