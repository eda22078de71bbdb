import { refuseUnreadableFiles } from '../../http/refuse-unknown.ts'
import type { Language } from '../../languages/language.ts'
import type { Translation } from '../../model/model.ts'
import { listedTranslations } from '../../model/readiness.ts'
import { sumStatistics } from '../../model/statistics.ts'
import { languagesOf } from '../../view/view.ts'
import { type Endpoints, whole } from '../endpoint.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

const STATE_COUNTS = s.shown(
  'StateCounts',
  'Strings by state; `translated`, `needs_editing` and `untranslated` add up to `total`.',
  (language: Language, translations: readonly Translation[]) => {
    return { language, ...sumStatistics(translations.map(({ statistics }) => statistics)) }
  },
  {
    language_code: [s.STRING, ({ language }) => language.code],
    total: [s.COUNT, ({ total }) => total.units],
    translated: [s.COUNT, ({ translated }) => translated.units],
    needs_editing: [s.COUNT, ({ fuzzy }) => fuzzy.units],
    untranslated: [
      s.COUNT,
      ({ total, translated, fuzzy }) => total.units - translated.units - fuzzy.units,
    ],
    translated_failing: [
      s.described(s.COUNT, 'Translated strings that fail a check.'),
      ({ translatedFailing }) => translatedFailing.units,
    ],
    failing: [
      s.described(s.COUNT, 'Strings in any state that fail a check.'),
      ({ failing }) => failing.units,
    ],
    approved: [s.COUNT, ({ approved }) => approved.units],
    read_only: [s.COUNT, ({ readonly }) => readonly.units],
  },
)

export const stateEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'states',
  whole(s.arrayOf(STATE_COUNTS), {
    summary: 'Numbers of strings of a {scope} by state, for each language.',
    needs: 'units',
    isOwn: true,
    get(request) {
      const { components, translation } = scopeOf(request)
      if (translation !== undefined) {
        refuseUnreadableFiles([translation])
        return { json: [STATE_COUNTS.json(translation.language, [translation])] }
      }
      const json = languagesOf(components).flatMap(({ language, translations }) => {
        const listed = listedTranslations(translations)
        return listed.length === 0 ? [] : [STATE_COUNTS.json(language, listed)]
      })
      return { json }
    },
  }),
)
