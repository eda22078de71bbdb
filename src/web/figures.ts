import { oncePer } from '../cache.ts'
import { countSeverities } from '../catalog/checking/count-severities.ts'
import { haveShare, knownTranslations } from '../catalog/knowledge.ts'
import type { Component, Project, Translation } from '../catalog/model.ts'
import { countsForPeople, percent, sumStatistics } from '../catalog/statistics.ts'
import { summedComponents, withoutGlossaries } from '../catalog/view/share.ts'
import { translationsOf } from '../catalog/view/view.ts'

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
  /** 0 to 100 with one decimal, cut; undefined: not known, as no file can be read. */
  readonly percent: number | undefined
}

/** The sum over those that are known; of nothing so much is translated, in percent. */
export function figuresOf(translations: readonly Translation[], whenEmpty: 0 | 100 = 100): Figures {
  const { isKnown, ...sum } = sumOf(translations)
  return { ...sum, percent: isKnown ? percent(sum.translated, sum.total, whenEmpty) : undefined }
}

/** The sum over components, without glossaries as on badges; `projects` are those that they are of, if they may not be found. */
export function figuresOfComponents(
  components: readonly Component[],
  { projects = [], whenEmpty = 100 }: { projects?: readonly Project[]; whenEmpty?: 0 | 100 } = {},
): Figures {
  const figures = figuresOf(translationsOf(summedComponents(components)), whenEmpty)
  const isKnown = haveShare(withoutGlossaries(components), projects)
  return isKnown ? figures : { ...figures, percent: undefined }
}

/** `71.1`, or a dash for what is not known. */
export function formatPercent(percent: number | undefined): string {
  return percent === undefined ? '–' : percent.toFixed(1)
}

/** Kept with the translations: pages of wide projects show thousands of sums. */
const sumOf = oncePer((translations: readonly Translation[]) => {
  const known = knownTranslations(translations)
  const { total, translated, fuzzy, approved, readonly } = sumStatistics(known.map(countsForPeople))
  const severities = countSeverities(known)
  return {
    isKnown: known.length > 0 || translations.length === 0,
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
