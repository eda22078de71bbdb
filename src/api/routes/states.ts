import { listedTranslations } from '../../catalog/readiness.ts'
import { languagesOf } from '../../catalog/view/view.ts'
import { refuseUnreadableFiles } from '../../http/until-known.ts'
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
    summary: 'Numbers of strings of a {scope} by state, for each language.',
    needs: 'units',
    isOwn: true,
    get(request) {
      const { components, translation } = scopeOf(request)
      if (translation !== undefined) {
        refuseUnreadableFiles([translation])
        const { language } = translation
        return { json: [stateCountsResource({ language, translations: [translation] })] }
      }
      const uses = languagesOf(components).flatMap(({ language, translations }) => {
        const listed = listedTranslations(translations)
        return listed.length === 0 ? [] : [{ language, translations: listed }]
      })
      return { json: uses.map(stateCountsResource) }
    },
  }),
)
