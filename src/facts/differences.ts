import type { ComponentDifference, LanguageDifference, UnitDifference } from '../catalog/compare.ts'
import type { Review } from '../catalog/review/review.ts'
import type { Component, Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { checksumText, keyOrSource, sourceForms, targetForms } from '../model/unit.ts'
import type { Counts, DiffSummary, LanguageDiffSummary, UnitSummary, UnitTexts } from './records.ts'
import type { Selected } from './selection.ts'
import { countsOf } from './status.ts'

/** The two sides of a comparison: two commits, or a commit and the files on disk. */
export interface Sides {
  /** A commit id, or on a server the requested ref. */
  readonly base: string
  /** As `base`; null for the files on disk, or what is served. */
  readonly head: string | null
  readonly selected: readonly Selected[]
  /** Reasons why some of it is unreadable. */
  readonly unread: readonly string[]
  /** The differences, in whole components. */
  differences(): Promise<readonly ComponentDifference[]>
  review(): Promise<Review>
}

/** Returns the differences in the selected components and languages. */
export async function selectedDifferences(sides: Sides) {
  const codes = new Map<string, Set<string>>()
  for (const { component, translations } of sides.selected) {
    const languageCodes = codes.get(placeOf(component)) ?? new Set()
    for (const { language } of translations) languageCodes.add(language.code)
    codes.set(placeOf(component), languageCodes)
  }
  const differences = await sides.differences()
  return differences.flatMap(({ before, after, languages, newAlerts }) => {
    const component = placeOf((after ?? before) as Component)
    const selectedCodes = codes.get(component)
    if (selectedCodes === undefined) return []
    const selectedLanguages = languages.filter(({ language }) => selectedCodes.has(language.code))
    return [{ component, languages: selectedLanguages, newAlerts }]
  })
}

/** Summarizes the differences in the selected components and languages. */
export async function summarizeDifferences(sides: Sides): Promise<DiffSummary> {
  const { base, head } = sides
  const components = (await selectedDifferences(sides)).flatMap((difference) => {
    const languages = difference.languages.map(summarizeLanguage).filter(isDifferent)
    return languages.length === 0 && difference.newAlerts.length === 0
      ? []
      : [{ ...difference, languages }]
  })
  return { base, head, components }
}

function summarizeLanguage({
  language,
  before,
  after,
  units,
}: LanguageDifference): LanguageDiffSummary {
  const translation = (after ?? before) as Translation
  return {
    language: language.code,
    languageName: language.name,
    isSource: translation.isSource,
    before: before === undefined ? null : countsOf([before]),
    after: after === undefined ? null : countsOf([after]),
    units: units.map((unit) => summarizeUnit(unit, before, after)),
  }
}

/** Checks also depend on other languages and on caps; that alone is no difference. */
function isDifferent({ before, after, units }: LanguageDiffSummary): boolean {
  const ofChecks = { failing: 0, errors: 0, warnings: 0, notes: 0 }
  const counted = (counts: Counts | null) => JSON.stringify({ ...counts, ...ofChecks })
  return units.length > 0 || counted(before) !== counted(after)
}

/** Summarizes a unit that differs between two translations. */
export function summarizeUnit(
  { kinds, newlyFailing, before: oldRow, after: newRow }: UnitDifference,
  before: Translation | undefined,
  after: Translation | undefined,
): UnitSummary {
  const row = newRow ?? oldRow ?? 0
  const units = ((newRow === undefined ? before : after) as Translation).units()
  return {
    checksum: checksumText(units, row),
    context: keyOrSource(units, row),
    kinds,
    newlyFailing,
    before: textsOf(before, oldRow),
    after: textsOf(after, newRow),
  }
}

function textsOf(translation: Translation | undefined, row: number | undefined): UnitTexts | null {
  if (translation === undefined || row === undefined) return null
  const units = translation.units()
  return { source: sourceForms(units, row), target: targetForms(units, row) }
}
