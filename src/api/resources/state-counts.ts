import type { Translation } from '../../catalog/model.ts'
import { sumStatistics } from '../../catalog/statistics.ts'
import type { Language } from '../../languages/language.ts'
import * as s from '../schema/schema.ts'

/** Returns the strings of a language's translations by state. */
export function stateCountsResource({
  language,
  translations,
}: {
  readonly language: Language
  readonly translations: readonly Translation[]
}): s.JsonOf<typeof STATE_COUNTS> {
  const sum = sumStatistics(translations.map(({ statistics }) => statistics))
  return {
    language_code: language.code,
    total: sum.total.units,
    translated: sum.translated.units,
    needs_editing: sum.fuzzy.units,
    untranslated: sum.total.units - sum.translated.units - sum.fuzzy.units,
    translated_failing: sum.translatedFailing.units,
    failing: sum.failing.units,
    approved: sum.approved.units,
    read_only: sum.readonly.units,
  }
}

export const STATE_COUNTS = s.resource(
  'StateCounts',
  'Strings by state; `translated`, `needs_editing` and `untranslated` add up to `total`.',
  {
    language_code: s.STRING,
    total: s.COUNT,
    translated: s.COUNT,
    needs_editing: s.COUNT,
    untranslated: s.COUNT,
    translated_failing: s.described(s.COUNT, 'Translated strings that fail a check.'),
    failing: s.described(s.COUNT, 'Strings in any state that fail a check.'),
    approved: s.COUNT,
    read_only: s.COUNT,
  },
)
