import { compareCodePoints } from '../../languages/order.ts'
import type { CheckDescription, Explanation } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { type Finding, findUnits } from './finding.ts'
import { createInconsistentSearch, explainInconsistent } from './inconsistent.ts'
import { explainMultiple, type FailingTogether, findMultipleFailures } from './multiple.ts'
import { createReusedSearch, explainReused } from './reused.ts'
import {
  type BatchCheckId,
  type BatchComponent,
  type BatchFailure,
  type BatchTranslation,
  groupTranslations,
  JOINT,
} from './translation.ts'

/** The failing checks by row, in the default order. Omits rows without failures. */
type BatchFailures = ReadonlyMap<number, readonly BatchCheckId[]>

const DESCRIPTIONS: readonly Omit<CheckDescription, 'ignoredBy'>[] = [
  {
    id: 'inconsistent',
    name: 'Inconsistent',
    severity: 'warning',
    description:
      'This string has more than one translation in this project or is untranslated in some components.',
    kind: 'target',
  },
  {
    id: 'reused',
    name: 'Reused translation',
    severity: 'note',
    description: 'Different strings are translated the same.',
    kind: 'target',
  },
  {
    id: 'translated',
    name: 'Has been translated',
    severity: 'note',
    description: 'This string has been translated in the past',
    kind: 'target',
  },
  {
    id: 'multiple_failures',
    name: 'Multiple failing checks',
    severity: 'note',
    description: 'The translations in several languages have failing checks',
    kind: 'source',
  },
  {
    id: 'long_untranslated',
    name: 'Long untranslated',
    severity: 'note',
    description: 'The string has not been translated for a long time',
    kind: 'source',
  },
]

/**
 * The checks that compare units. `translated` and `long_untranslated` never fail, since they need a past that Git does
 * not record.
 */
export const batchChecks: readonly CheckDescription[] = DESCRIPTIONS.map((check) => {
  return { ...check, ignoredBy: ignoreFlag(check.id) }
})

const IDS: readonly BatchCheckId[] = ['inconsistent', 'reused', 'multiple_failures']

/** Shared arrays of ids, by the sum of their bits. */
const outcomes = Array.from({ length: 1 << IDS.length }, (_, bits) =>
  IDS.filter((_, bit) => bits & (1 << bit)),
)

/** How many inconsistent strings and reused translations to mark in a project. */
interface Caps {
  readonly inconsistent: number
  readonly reused: number
}

/** The limits that Weblate applies when it imports a project. */
const WEBLATE_CAPS: Caps = { inconsistent: 100, reused: 20 }

export const NO_CAPS: Caps = { inconsistent: Infinity, reused: Infinity }

/** Finds the failures in one part of a project, in near-linear time. */
export interface BatchFinder {
  /** Searches the translations of all components in a language with the same plural forms. */
  inLanguage(translations: readonly BatchTranslation[]): readonly Finding[]
  /** Searches the translations of a component. `together` has the rows on which other checks of many units fail. */
  inComponent(
    translations: readonly BatchTranslation[],
    together: FailingTogether,
  ): readonly Finding[]
}

/** Returns a finder that marks up to `caps` strings per language. */
export function createBatchFinder({ reused, inconsistent }: Caps = WEBLATE_CAPS): BatchFinder {
  return {
    inLanguage(translations) {
      const [first] = translations
      const searches = [createReusedSearch(first?.language.code ?? '', reused)]
      // A string occurs only once in a component.
      if (translations.length > 1) {
        const count = translations.reduce((sum, translation) => sum + translation.count, 0)
        searches.push(createInconsistentSearch(count, inconsistent))
      }
      return findUnits(searches, translations)
    },
    inComponent: findMultipleFailures,
  }
}

/** The failures by translation, without those that have none. */
interface BatchFindings {
  /** By Weblate's verdict. */
  readonly failing: ReadonlyMap<BatchTranslation, BatchFailures>
  /** By gitglot's: strings that only share a key are not inconsistent. The same object if there are none. */
  readonly verdict: ReadonlyMap<BatchTranslation, BatchFailures>
}

/** Finds the failures in a project, given its components in any order. */
export function findBatchFailures(
  components: readonly BatchComponent[],
  caps: Caps = WEBLATE_CAPS,
  finder: BatchFinder = createBatchFinder(caps),
): BatchFindings {
  const placedFindings: PlacedFinding[] = []
  for (const [group, translations] of groupTranslations(components)) {
    for (const finding of finder.inLanguage(translations)) {
      placedFindings.push({ finding, group, translations })
    }
  }
  placedFindings.sort(
    (a, b) =>
      compareCodePoints(a.finding.order, b.finding.order) || compareCodePoints(a.group, b.group),
  )
  const first = (['inconsistent', 'reused'] as const).flatMap((check) =>
    placedFindings.filter(({ finding }) => finding.check === check).slice(0, caps[check]),
  )
  const glossaries = new Set(
    components.flatMap(({ isGlossary, translations }) => (isGlossary ? translations : [])),
  )
  const together = mark(first, glossaries)
  for (const { translations } of components) {
    for (const finding of finder.inComponent(translations, together)) {
      first.push({ finding, group: '', translations })
    }
  }
  const failing = mark(first, glossaries)
  const isSame = first.every(({ finding }) => finding.alone.length === 0)
  return { failing, verdict: isSame ? failing : mark(first, glossaries, true) }
}

interface PlacedFinding {
  readonly finding: Finding
  readonly group: string
  readonly translations: readonly BatchTranslation[]
}

/** Collects the failing checks of all units in findings, except for glossary terms, and those `alone` if asked to. */
function mark(
  placedFindings: readonly PlacedFinding[],
  glossaries: ReadonlySet<BatchTranslation>,
  omitsAlone = false,
): ReadonlyMap<BatchTranslation, BatchFailures> {
  const marked = new Map<BatchTranslation, Map<number, number>>()
  for (const { finding, translations } of placedFindings) {
    const { check, units, alone } = finding
    // In the order of `units`.
    let omitted = omitsAlone ? 0 : alone.length
    const bit = 1 << IDS.indexOf(check)
    for (let at = 0; at < units.length; at += 2) {
      const translation = translations[units[at] ?? 0]
      const row = units[at + 1] ?? 0
      if (units[at] === alone[omitted] && row === alone[omitted + 1]) {
        omitted += 2
        continue
      }
      if (translation === undefined || glossaries.has(translation)) continue
      const rows = marked.get(translation) ?? new Map<number, number>()
      marked.set(translation, rows)
      rows.set(row, (rows.get(row) ?? 0) | bit)
    }
  }
  const failures = new Map<BatchTranslation, BatchFailures>()
  for (const [translation, rows] of marked) {
    failures.set(translation, new Map([...rows].map(([row, bits]) => [row, outcomes[bits] ?? []])))
  }
  return failures
}

/**
 * Explains why a check of many units fails, naming the other units. Scans the whole project, so use it for single units
 * only.
 */
export function explainBatchFailure(
  components: readonly BatchComponent[],
  failure: BatchFailure,
): Explanation {
  const { translation, row, check } = failure
  if (check === 'multiple_failures') return { explanation: explainMultiple(failure), spans: [] }
  const explanation =
    check === 'inconsistent'
      ? explainInconsistent(components, failure)
      : explainReused(components, failure)
  const forms = (translation.columns().targets.at(row) ?? '').split(JOINT)
  const spans = forms.flatMap(({ length: end }, form) =>
    end > 0 ? [{ side: 'target' as const, form, start: 0, end }] : [],
  )
  return { explanation, spans }
}
