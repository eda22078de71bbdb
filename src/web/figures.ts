import { oncePer } from '../cache.ts'
import { countSeverities } from '../catalog/checking/count-severities.ts'
import { knownTranslations } from '../catalog/knowledge.ts'
import type { Translation } from '../catalog/model.ts'
import { percent, sumStatistics } from '../catalog/statistics.ts'

/** Units by state, and those that fail by how bad it is; the numbers of the API's statistics. */
export interface Figures {
  readonly total: number
  readonly translated: number
  readonly needsEditing: number
  readonly untranslated: number
  readonly approved: number
  readonly readOnly: number
  readonly words: number
  /** Words of sources that are not translated. */
  readonly wordsLeft: number
  /** Units on which a check fails, by the worst severity among them. */
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  /** 0 to 100 with one decimal, cut. */
  readonly percent: number
}

/** The sum over those that are known; of nothing so much is translated, in percent. */
export function figuresOf(translations: readonly Translation[], whenEmpty: 0 | 100 = 100): Figures {
  const sum = sumOf(translations)
  return { ...sum, percent: percent(sum.translated, sum.total, whenEmpty) }
}

/** Kept with the translations: pages of wide projects show thousands of sums. */
const sumOf = oncePer((translations: readonly Translation[]): Omit<Figures, 'percent'> => {
  const known = knownTranslations(translations)
  const { total, translated, fuzzy, approved, readonly } = sumStatistics(
    known.map(({ statistics }) => statistics),
  )
  const severities = countSeverities(known)
  return {
    total: total.units,
    translated: translated.units,
    needsEditing: fuzzy.units,
    untranslated: total.units - translated.units - fuzzy.units,
    approved: approved.units,
    readOnly: readonly.units,
    words: total.words,
    wordsLeft: total.words - translated.words,
    errors: severities.error,
    warnings: severities.warning,
    notes: severities.note,
  }
})
