import type {
  ComponentDifference,
  DifferenceKind,
  LanguageDifference,
  UnitDifference,
} from '../catalog/compare.ts'
import type { Alert, Component, Translation } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'
import type { Review } from '../catalog/review/review.ts'
import { checksumText, keyOrSource, sourceForms, targetForms } from '../catalog/unit.ts'
import type { Selected } from './selection.ts'
import { type Counts, countsOf } from './status.ts'

/** Plural forms of source and target, one of each for other strings. */
export interface UnitTexts {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** A string that differs. */
export interface UnitSummary {
  /** As in the API: 16 hexadecimal digits. */
  readonly checksum: string
  /** The key; the source text of a file without keys. */
  readonly context: string
  readonly kinds: readonly DifferenceKind[]
  /** Ids of the checks that fail now and did not before. */
  readonly newlyFailing: readonly string[]
  /** Null if the unit did not exist. */
  readonly before: UnitTexts | null
  readonly after: UnitTexts | null
}

/** The counts of a language before and after. */
export interface LanguageSummary {
  readonly language: string
  readonly languageName: string
  readonly isSource: boolean
  /** Null if the translation did not exist. */
  readonly before: Counts | null
  readonly after: Counts | null
  readonly units: readonly UnitSummary[]
}

/** The differences in a component. */
export interface ComponentDiffSummary {
  /** `project/component` */
  readonly component: string
  /** Only those that differ. */
  readonly languages: readonly LanguageSummary[]
  /** Alerts that were not there before. */
  readonly newAlerts: readonly Alert[]
}

/** What `gitglot diff --format json` prints; described by `schemas/diff.schema.json`. */
export interface DiffSummary {
  /** A commit id. */
  readonly base: string
  /** A commit id; null for the files on disk. */
  readonly head: string | null
  /** Only those that differ. */
  readonly components: readonly ComponentDiffSummary[]
}

/** Two commits, or a commit and the files on disk, of which a part is compared. */
export interface Sides {
  /** A commit id, or on a server the ref that was asked for. */
  readonly base: string
  /** As `base`; null for the files on disk, or what is served. */
  readonly head: string | null
  /** The selected components of both sides. */
  readonly selected: readonly Selected[]
  /** Why some of it cannot be read. */
  readonly unread: readonly string[]
  /** The differences, in whole components. */
  differences(): Promise<readonly ComponentDifference[]>
  review(): Promise<Review>
}

/** The differences in a component. */
interface SelectedDifference extends Pick<ComponentDifference, 'languages' | 'newAlerts'> {
  /** `project/component` */
  readonly component: string
}

/** Returns the differences in the selected components and languages. */
export async function selectedDifferences(sides: Sides): Promise<SelectedDifference[]> {
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

/** The differences in the selected components and languages. */
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
}: LanguageDifference): LanguageSummary {
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
function isDifferent({ before, after, units }: LanguageSummary): boolean {
  const ofChecks = { failing: 0, errors: 0, warnings: 0, notes: 0 }
  const counted = (counts: Counts | null) => JSON.stringify({ ...counts, ...ofChecks })
  return units.length > 0 || counted(before) !== counted(after)
}

/** A unit that differs between two translations. */
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
