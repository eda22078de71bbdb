import type { CheckDescription } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { findInconsistent } from './inconsistent.ts'
import { findMultipleFailures } from './multiple.ts'
import { findReused } from './reused.ts'
import type { BatchCheckId, BatchComponent, BatchTranslation, Report } from './translation.ts'

/** The failing checks by row, in the default order; rows without any are left out. */
type BatchFailures = ReadonlyMap<number, readonly BatchCheckId[]>

/** Name and kind of the checks of many units. `translated` and `long_untranslated` ask for a past that Git does not tell, so they never fail. */
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

/** The checks of one kind that fail at the same row always come as the same array. */
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

/** How many inconsistent strings and reused translations of a project are marked. */
interface Caps {
  readonly inconsistent: number
  readonly reused: number
}

/** Weblate's, when it imports a project. */
const WEBLATE_CAPS: Caps = { inconsistent: 100, reused: 20 }

export const NO_CAPS: Caps = { inconsistent: Infinity, reused: Infinity }

/**
 * The failures of a project's units, from its components in any order; translations without any are left out. Near-linear;
 * yields often.
 */
export function* findBatchFailures(
  components: readonly BatchComponent[],
  caps: Caps = WEBLATE_CAPS,
): Generator<void, ReadonlyMap<BatchTranslation, BatchFailures>> {
  const glossaries = new Set(
    components.flatMap(({ isGlossary, translations }) => (isGlossary ? translations : [])),
  )
  const found = new Map<BatchTranslation, Map<number, number>>()
  const report: Report = (translation, row, check) => {
    if (glossaries.has(translation) || translation.ignores(row, check)) return
    let rows = found.get(translation)
    if (rows === undefined) {
      rows = new Map()
      found.set(translation, rows)
    }
    rows.set(row, (rows.get(row) ?? 0) | bits[check])
  }
  const byLanguage = groupByLanguage(components)
  yield* findInconsistent(byLanguage, caps.inconsistent, report)
  yield* findReused(byLanguage, caps.reused, report)
  for (const { translations } of components) yield* findMultipleFailures(translations, report)
  return new Map(
    [...found].map(([translation, rows]) => [
      translation,
      new Map([...rows].map(([row, set]) => [row, outcomes[set] ?? []])),
    ]),
  )
}

/** The translations of all components that propagate, by the code of their language. */
export function groupByLanguage(
  components: readonly BatchComponent[],
): ReadonlyMap<string, readonly BatchTranslation[]> {
  const groups = new Map<string, BatchTranslation[]>()
  for (const { allowPropagation, translations } of components) {
    if (!allowPropagation) continue
    for (const translation of translations) {
      const group = groups.get(translation.language.code)
      if (group === undefined) groups.set(translation.language.code, [translation])
      else group.push(translation)
    }
  }
  return groups
}
