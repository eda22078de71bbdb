import { componentsOf, type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { notFound } from '../../http/http-error.ts'
import { type Answer, type ApiRequest, pageOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { languageResource } from '../resources/language.ts'
import { languageStatistics } from '../resources/statistics.ts'

/** Only languages that have a translation somewhere. */
export function listLanguages(request: ApiRequest): Answer {
  return pageOf(
    request,
    listing(used(request), ({ language, id }) => languageResource(language, id, request.links)),
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

/** The language of the address; throws 404 for one without a translation. */
export function languageOf(request: ApiRequest): LanguageUse {
  const code = request.param('language')
  const found = used(request).find(({ language }) => language.code === code)
  if (found === undefined) throw notFound()
  return found
}

function used({ view }: ApiRequest): LanguageUse[] {
  return languagesOf(componentsOf(view))
}
