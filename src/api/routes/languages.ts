import { refuseUnreadableFiles } from '../../http/refuse-unknown.ts'
import type { View } from '../../model/model.ts'
import { encodeSegment } from '../../model/paths.ts'
import { findLanguage } from '../../view/find.ts'
import { componentsOf, languagesOf } from '../../view/view.ts'
import { type Endpoints, ITEM, LIST, paged, whole } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { LANGUAGE } from '../resources/language.ts'
import { count, STATISTICS } from '../resources/statistics.ts'

export const languageEndpoints: Endpoints = {
  // Lists only languages with at least one translation.
  '/languages': paged(LANGUAGE, {
    summary: 'Languages in use.',
    needs: 'units',
    allow: LIST,
    get: ({ view, weblate, links }) =>
      listing(languagesOf(componentsOf(view)), ({ language, id }) =>
        LANGUAGE.json(language, id, weblate, links),
      ),
  }),
  '/languages/:language': whole(LANGUAGE, {
    summary: 'A language in use.',
    needs: 'units',
    about: ({ view, param }) => (isUsed(view, param('language')) ? [] : componentsOf(view)),
    allow: ITEM,
    get({ view, weblate, links, param }) {
      const { language, id } = findLanguage(view, param('language'))
      return { json: LANGUAGE.json(language, id, weblate, links) }
    },
  }),
  '/languages/:language/statistics': whole(STATISTICS, {
    summary: 'Statistics of a language.',
    needs: 'units',
    formats: ['json-flat'],
    get({ view, links, param }) {
      const { language, translations } = findLanguage(view, param('language'))
      refuseUnreadableFiles(translations)
      const url = links.page(`languages/${encodeSegment(language.code)}/`)
      return { json: STATISTICS.json(count(translations, true), language.name, url) }
    },
  }),
}

function isUsed(view: View, code: string): boolean {
  return languagesOf(componentsOf(view)).some(({ language }) => language.code === code)
}
