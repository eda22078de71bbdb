import { findLanguage } from '../../catalog/find.ts'
import { componentsOf, type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { type Answer, type ApiRequest, pageOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { languageResource } from '../resources/language.ts'
import { languageStatistics } from '../resources/statistics.ts'

/** Only languages that have a translation somewhere. */
export function listLanguages(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing(languagesOf(componentsOf(request.view)), ({ language, id }) =>
      languageResource(language, id, request.links),
    ),
  )
}

/** `languages/{language}/` */
export function showLanguage(request: ApiRequest): Answer {
  const { language, id } = languageOf(request)
  return { json: languageResource(language, id, request.links) }
}

/** `languages/{language}/statistics/`: counts over all translations into it. */
export function showLanguageStatistics(request: ApiRequest): Answer {
  return { json: languageStatistics(languageOf(request), request.links) }
}

/** The language of the address. */
export function languageOf({ view, param }: ApiRequest): LanguageUse {
  return findLanguage(view, param('language'))
}
