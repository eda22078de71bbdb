import { componentsOf, translationsOf } from '../../catalog/view/view.ts'
import { type Answer, type ApiRequest, pageOf, translationOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { translationStatistics } from '../resources/statistics.ts'
import { translationResource } from '../resources/translation.ts'

/** `translations/`: a page of all translations. */
export function listTranslations(request: ApiRequest): Answer {
  const { view, links } = request
  return pageOf(
    request,
    listing(translationsOf(componentsOf(view)), (one) => translationResource(one, links)),
  )
}

/** `translations/{project}/{component}/{language}/` */
export function showTranslation(request: ApiRequest): Answer {
  return { json: translationResource(translationOf(request), request.links) }
}

/** `translations/{project}/{component}/{language}/statistics/` */
export function showTranslationStatistics(request: ApiRequest): Answer {
  return { json: translationStatistics(translationOf(request), request.links) }
}
