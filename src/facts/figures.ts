import { oncePer } from '../cache.ts'
import { componentsAt, type Place, translationsAt } from '../catalog/place.ts'
import { countSeverities } from '../checking/severity.ts'
import type { Translation, View } from '../model/model.ts'
import { haveShare, knownTranslations, type Need } from '../model/readiness.ts'
import { countsForPeople, percent, sumStatistics } from '../model/statistics.ts'
import {
  summedComponents,
  summedTranslations,
  withoutGlossaries,
} from '../view/counted-components.ts'
import { translationsOf } from '../view/view.ts'

/** Numbers of units by state and by severity of failures, as people see them; see `countsForPeople`. */
export type Figures = ReturnType<typeof figuresOf>

/**
 * Sums the known translations. The percentage has one decimal, truncated: `whenEmpty` if there are no translations,
 * undefined if no file can be read.
 */
export function figuresOf(
  translations: readonly Translation[],
  { whenEmpty = 100, need = 'units' }: { whenEmpty?: 0 | 100; need?: 'files' | 'units' } = {},
) {
  const { isKnown, ...sum } = SUMS[need](translations)
  return { ...sum, percent: isKnown ? percent(sum.translated, sum.total, whenEmpty) : undefined }
}

/**
 * Sums a place without glossaries, unless it has nothing else. For a language one readable file is enough; elsewhere
 * more than the sources must be readable. Throws NotFoundError if the place's language has no translations.
 */
export function figuresAt(view: View, place: Place, whenEmpty: 0 | 100 = 100): Figures {
  const { project, code } = place
  if (code !== undefined) {
    return figuresOf(summedTranslations(translationsAt(view, place)), { whenEmpty })
  }
  const components = componentsAt(view, place)
  const figures = figuresOf(translationsOf(summedComponents(components)), { whenEmpty })
  const projects = project === undefined ? view.projects : [project]
  // Discovery that finds nothing says as little as a filemask that matches no file.
  const isFound = components.length > 0 || !projects.some(({ config }) => config.discover)
  const isKnown = isFound && haveShare(withoutGlossaries(components), projects)
  return isKnown ? figures : { ...figures, percent: undefined }
}

/** Cached per list of translations, since pages of wide projects show thousands of sums. */
const SUMS = {
  files: oncePer((translations: readonly Translation[]) => sum(translations, 'files')),
  units: oncePer((translations: readonly Translation[]) => sum(translations, 'units')),
}

function sum(translations: readonly Translation[], need: Need) {
  const counted = knownTranslations(translations, need)
  const { total, translated, fuzzy, approved, readonly } = sumStatistics(
    counted.map(countsForPeople),
  )
  const severities = countSeverities(counted)
  const sumAbsent = (translations: readonly Translation[]) =>
    translations.reduce((units, { absent }) => units + absent.units, 0)
  const absent = sumAbsent(counted.filter(({ isSource }) => !isSource))
  return {
    isKnown: counted.length > 0 || translations.length === 0,
    total: total.units,
    translated: translated.units,
    needsEditing: fuzzy.units,
    /** Without those in `absent`, which no search finds. */
    untranslated: total.units - translated.units - fuzzy.units - absent,
    approved: approved.units,
    readOnly: readonly.units,
    /** Units of the source file that translations lack; part of the total. */
    absent,
    /** Those in `absent`, and units of the source file that no translation has: no search finds them. */
    unlisted: sumAbsent(counted),
    words: total.words,
    translatedWords: translated.words,
    wordsLeft: total.words - translated.words,
    /** Units that fail a check, by their worst severity. */
    errors: severities.error,
    warnings: severities.warning,
    notes: severities.note,
  }
}
