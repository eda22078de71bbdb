import { listedTranslations } from '../../model/readiness.ts'
import { componentsOf, translationsOf } from '../../view/view.ts'
import { type Endpoints, paged, readTranslationOf, whole } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { LANGUAGE_STATISTICS, translationStatistics } from '../resources/statistics.ts'
import { TRANSLATION } from '../resources/translation.ts'

export const translationEndpoints: Endpoints = {
  '/translations': paged(TRANSLATION, {
    summary: 'All translations.',
    needs: 'units',
    get: ({ view, links }) =>
      listing(listedTranslations(translationsOf(componentsOf(view))), (translation) =>
        TRANSLATION.json(translation, links),
      ),
  }),
  '/translations/:project/:component/:language': whole(TRANSLATION, {
    summary: 'A translation.',
    needs: 'units',
    allow: 'GET, DELETE, HEAD, OPTIONS',
    get: (request) => ({ json: TRANSLATION.json(readTranslationOf(request), request.links) }),
  }),
  '/translations/:project/:component/:language/statistics': whole(LANGUAGE_STATISTICS, {
    summary: 'Statistics of a translation.',
    needs: 'units',
    formats: ['json-flat'],
    get: (request) => ({ json: translationStatistics(readTranslationOf(request), request.links) }),
  }),
}
