import { formatOf } from '../../catalog/component.ts'
import { notFound } from '../errors.ts'
import { listing } from '../pagination.ts'
import { type Answer, type ApiRequest, pageOf, translationOf } from '../request.ts'
import { translationStatistics } from '../resources/statistics.ts'
import { translationResource } from '../resources/translation.ts'
import { unitResource } from '../resources/unit.ts'

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

export function listTranslationUnits(request: ApiRequest): Answer {
  const translation = translationOf(request)
  return pageOf(request, {
    count: translation.units.states.length,
    item: (row) => unitResource(translation, row, request.links),
  })
}

/** The file as it is in the repository. */
export async function downloadTranslation(request: ApiRequest): Promise<Answer> {
  const translation = translationOf(request)
  const { component, filename, language } = translation
  if (filename === '') throw notFound()
  const bytes = await request.catalog.readFile(component, filename)
  const extension = /\.[^./]*$/.exec(filename)?.[0] ?? ''
  const name = `${component.project.config.slug}-${component.config.slug}-${language.code}${extension}`
  return {
    bytes,
    headers: {
      'Content-Type': formatOf(component.config).mediaType,
      'Content-Disposition': `attachment; filename=${name}`,
    },
  }
}
