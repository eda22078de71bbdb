import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf, translationOf } from '../request.ts'
import { translationStatistics } from '../resources/statistics.ts'
import { translationResource } from '../resources/translation.ts'

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

export function showTranslation(request: ApiRequest): Answer {
  return { json: translationResource(translationOf(request), { links: request.links }) }
}

export function showTranslationStatistics(request: ApiRequest): Answer {
  return { json: translationStatistics(translationOf(request), request.links) }
}
