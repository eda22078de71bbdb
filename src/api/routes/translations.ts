import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf, translationOf } from '../request.ts'
import { translationStatistics } from '../resources/statistics.ts'
import { translationResource } from '../resources/translation.ts'

/** `translations/`: a page of all translations. */
export function listTranslations(request: ApiRequest): Answer {
  const { view, links } = request
  const translations = view.projects.flatMap((project) =>
    project.components.flatMap((component) => component.translations),
  )
  return pageOf(
    request,
    listing(translations, (one) => translationResource(one, { links })),
  )
}

/** `translations/{project}/{component}/{language}/` */
export function showTranslation(request: ApiRequest): Answer {
  return { json: translationResource(translationOf(request), { links: request.links }) }
}

/** `translations/{project}/{component}/{language}/statistics/` */
export function showTranslationStatistics(request: ApiRequest): Answer {
  return { json: translationStatistics(translationOf(request), request.links) }
}
