import { groupBy } from '../../group-by.ts'
import type { Language } from '../../languages/language.ts'
import { compareCodePoints } from '../../languages/order.ts'
import { ruleKey } from '../../languages/plural-rule.ts'
import type { CheckDescription } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { type Finding, findUnits, type Search } from './finding.ts'
import { createHashNumbers } from './hash-numbers.ts'
import { type FailingTogether, findMultipleFailures } from './multiple.ts'
import { createReusedSearch } from './reused.ts'
import type { BatchCheckId, BatchComponent, BatchTranslation } from './translation.ts'

/** The failing checks by row, in the default order. Omits rows without failures. */
type BatchFailures = ReadonlyMap<number, readonly BatchCheckId[]>

/**
 * The checks that compare units. `translated` and `long_untranslated` never fail, since they need a past that Git does
 * not record.
 */
export const batchChecks: readonly CheckDescription[] = [
  {
    id: 'inconsistent',
    name: 'Inconsistent',
    severity: 'warning',
    description:
      'This string has more than one translation in this project or is untranslated in some components.',
    kind: 'target',
    ignoredBy: ignoreFlag('inconsistent'),
  },
  {
    id: 'reused',
    name: 'Reused translation',
    severity: 'note',
    description: 'Different strings are translated the same.',
    kind: 'target',
    ignoredBy: ignoreFlag('reused'),
  },
  {
    id: 'translated',
    name: 'Has been translated',
    severity: 'note',
    description: 'This string has been translated in the past',
    kind: 'target',
    ignoredBy: ignoreFlag('translated'),
  },
  {
    id: 'multiple_failures',
    name: 'Multiple failing checks',
    severity: 'note',
    description: 'The translations in several languages have failing checks',
    kind: 'source',
    ignoredBy: ignoreFlag('multiple_failures'),
  },
  {
    id: 'long_untranslated',
    name: 'Long untranslated',
    severity: 'note',
    description: 'The string has not been translated for a long time',
    kind: 'source',
    ignoredBy: ignoreFlag('long_untranslated'),
  },
]

/** Shared arrays: rows with the same failing checks of one kind get the same array. */
const outcomes: Readonly<Record<string, readonly BatchCheckId[]>> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((bits) => [
    bits,
    (['inconsistent', 'reused', 'multiple_failures'] as const).filter(
      (_, bit) => bits & (1 << bit),
    ),
  ]),
)

const bits: Readonly<Record<BatchCheckId, number>> = {
  inconsistent: 1,
  reused: 2,
  multiple_failures: 4,
}

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
export function createBatchFinder(caps: Caps = WEBLATE_CAPS): BatchFinder {
  return {
    inLanguage(translations) {
      const [first] = translations
      const searches = [createReusedSearch(first?.language.code ?? '', caps.reused)]
      // A string occurs only once in a component.
      if (translations.length > 1) {
        const count = translations.reduce(
          (sum, batchTranslation) => sum + batchTranslation.count,
          0,
        )
        searches.push(createInconsistentSearch(count, caps.inconsistent))
      }
      return findUnits(searches, translations)
    },
    inComponent: findMultipleFailures,
  }
}

interface BatchOptions {
  readonly caps?: Caps
  readonly finder?: BatchFinder
}

/** Finds the failures in a project, given its components in any order. Omits translations without failures. */
export function findBatchFailures(
  components: readonly BatchComponent[],
  { caps = WEBLATE_CAPS, finder = createBatchFinder(caps) }: BatchOptions = {},
): ReadonlyMap<BatchTranslation, BatchFailures> {
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
  return mark(first, glossaries)
}

/** A finding with the translations that contain its units. */
interface PlacedFinding {
  readonly finding: Finding
  readonly group: string
  readonly translations: readonly BatchTranslation[]
}

/** Collects the failing checks of all units in findings, except for glossary terms. */
function mark(
  placedFindings: readonly PlacedFinding[],
  glossaries: ReadonlySet<BatchTranslation>,
): ReadonlyMap<BatchTranslation, BatchFailures> {
  const marked = new Map<BatchTranslation, Map<number, number>>()
  for (const { finding, translations } of placedFindings) {
    const { check, units } = finding
    for (let at = 0; at < units.length; at += 2) {
      const translation = translations[units[at] ?? 0]
      const row = units[at + 1] ?? 0
      if (translation === undefined || glossaries.has(translation)) continue
      const rows = marked.get(translation) ?? new Map<number, number>()
      marked.set(translation, rows)
      rows.set(row, (rows.get(row) ?? 0) | bits[check])
    }
  }
  const failures = new Map<BatchTranslation, BatchFailures>()
  for (const [translation, rows] of marked) {
    failures.set(translation, new Map([...rows].map(([row, set]) => [row, outcomes[set] ?? []])))
  }
  return failures
}

/**
 * Returns a key for a language and its plural forms in files: Weblate compares only translations with the same forms.
 */
export function groupOf({ code, filePlural }: Language): string {
  return `${code} ${ruleKey(filePlural)}`
}

/** Groups the translations of all components with propagation by which of them are compared. */
export function groupTranslations(
  components: readonly BatchComponent[],
): ReadonlyMap<string, readonly BatchTranslation[]> {
  return groupBy(
    components
      .filter(({ allowPropagation }) => allowPropagation)
      .flatMap(({ translations }) => translations),
    ({ language }) => groupOf(language),
  )
}

/**
 * Returns a search for strings, identified by hash, with more than one translation in a language, in any state and also
 * in the source language. Chooses the `most` strings with the lowest hashes. `count` is the number of all units.
 */
function createInconsistentSearch(count: number, most: number): Search {
  const hashNumbers = createHashNumbers(count)
  const firstTargets: string[] = []
  const different = new Set<number>()
  return {
    check: 'inconsistent',
    scan({ idHashes, targets }, translation) {
      for (let row = 0; row < translation.count; row++) {
        const number = hashNumbers.add(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0)
        const target = targets.at(row) ?? ''
        if (number === firstTargets.length) firstTargets.push(target)
        else if (firstTargets[number] !== target) different.add(number)
      }
    },
    choose() {
      const hashes = [...different].map((number) => hashNumbers.hashOf(number))
      const chosen = hashes.sort((a, b) => a.high - b.high || a.low - b.low).slice(0, most)
      const places = createHashNumbers(chosen.length)
      for (const { low, high } of chosen) places.add(low, high)
      return {
        orders: chosen.map(({ low, high }) => digitsOf(high) + digitsOf(low)),
        placeOf: ({ idHashes }, row) =>
          places.find(idHashes[2 * row] ?? 0, idHashes[2 * row + 1] ?? 0),
      }
    },
  }
}

function digitsOf(half: number): string {
  return half.toString(16).padStart(8, '0')
}
