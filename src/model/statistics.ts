import type { WeblateVersion } from '../weblate-version.ts'
import { type Units, unitChars, unitWords } from './unit.ts'

/** Numbers of units, and of words and characters in their sources. */
export interface Count {
  readonly units: number
  readonly words: number
  readonly chars: number
}

/** Counts by state, of one translation or of many. */
export interface Statistics {
  readonly total: Count
  readonly translated: Count
  readonly fuzzy: Count
  readonly failing: Count
  /** Translated units that fail a check, counted in both. */
  readonly translatedFailing: Count
  readonly approved: Count
  readonly readonly: Count
}

type Group = keyof Statistics
type Tally = { -readonly [K in keyof Count]: Count[K] }

/** States of a unit, as in Weblate. */
export const STATE = {
  empty: 0,
  fuzzy: 10,
  needsRewriting: 11,
  translated: 20,
  approved: 30,
  readOnly: 100,
} as const

/** The state that history gives a translation whose source changed in the template. */
export const OUTDATED_STATE: Readonly<Record<WeblateVersion, number>> = {
  '5.14': STATE.fuzzy,
  '2026.10': STATE.needsRewriting,
}

/** Returns whether a state lies between untranslated and translated; Weblate counts all of those as fuzzy. */
export function isFuzzy(state: number): boolean {
  return state >= STATE.fuzzy && state < STATE.translated
}

/** Counts the units of one translation in one pass. */
export function countUnits(units: Units): Statistics {
  const byState = new Map<number, Tally>()
  const { states } = units
  for (let row = 0; row < states.length; row++) {
    const state = states[row]!
    let tally = byState.get(state)
    if (tally === undefined) {
      tally = emptyTally()
      byState.set(state, tally)
    }
    addRow(tally, units, row)
  }
  const result = eachGroup(emptyTally)
  for (const [state, tally] of byState) {
    for (const group of groupsOf(state)) addTo(result[group], tally)
  }
  return result
}

function groupsOf(state: number): Group[] {
  const groups: Group[] = ['total']
  if (state >= STATE.translated) groups.push('translated')
  if (isFuzzy(state)) groups.push('fuzzy')
  if (state === STATE.approved) groups.push('approved')
  if (state === STATE.readOnly) groups.push('readonly')
  return groups
}

/**
 * The counts of a translation as people see them: what its file lacks of the sources is there, and not translated. Of the
 * source language all is.
 */
export function countsForPeople({
  statistics,
  absent,
  isSource,
}: {
  readonly statistics: Statistics
  readonly absent: Count
  readonly isSource: boolean
}): Statistics {
  if (absent.units === 0) return statistics
  const add = ({ units, words, chars }: Count): Count => ({
    units: units + absent.units,
    words: words + absent.words,
    chars: chars + absent.chars,
  })
  const total = add(statistics.total)
  if (!isSource) return { ...statistics, total }
  const { translated, readonly } = statistics
  return { ...statistics, total, translated: add(translated), readonly: add(readonly) }
}

/** Number of units in each state. */
export function countsOfStates(statistics: Statistics): ReadonlyMap<number, number> {
  const { total, translated, fuzzy, approved, readonly } = statistics
  return new Map([
    [STATE.empty, total.units - translated.units - fuzzy.units],
    [STATE.fuzzy, fuzzy.units],
    [STATE.translated, translated.units - approved.units - readonly.units],
    [STATE.approved, approved.units],
    [STATE.readOnly, readonly.units],
  ])
}

/** Counts of some rows. */
export function countRows(units: Units, rows: readonly number[]): Count {
  const count = emptyTally()
  for (const row of rows) addRow(count, units, row)
  return count
}

function addRow(tally: Tally, units: Units, row: number): void {
  tally.units++
  tally.words += unitWords(units, row)
  tally.chars += unitChars(units, row)
}

/** Adds the counts of units that fail a check, given their rows, and of those of them that are translated. */
export function countFailing(
  { statistics }: { readonly statistics: Statistics },
  units: Units,
  rows: readonly number[],
): Statistics {
  const isTranslated = (row: number) => (units.states[row] ?? STATE.empty) >= STATE.translated
  return {
    ...statistics,
    failing: countRows(units, rows),
    translatedFailing: countRows(units, rows.filter(isTranslated)),
  }
}

/** Sums up counts; none make all zeros. */
export function sumStatistics(many: Iterable<Statistics>): Statistics {
  const result = eachGroup(emptyTally)
  // Written out group by group, not as a loop over names, since it runs over all translations.
  for (const statistics of many) {
    addTo(result.total, statistics.total)
    addTo(result.translated, statistics.translated)
    addTo(result.fuzzy, statistics.fuzzy)
    addTo(result.failing, statistics.failing)
    addTo(result.translatedFailing, statistics.translatedFailing)
    addTo(result.approved, statistics.approved)
    addTo(result.readonly, statistics.readonly)
  }
  return result
}

/** Returns a percentage with one decimal, truncated: never 0.0 for some or 100.0 for not all. */
export function percent(part: number, total: number, whenEmpty: 0 | 100 = 0): number {
  if (total === 0) return whenEmpty
  const value = Math.floor((1000 * part) / total) / 10
  if (value === 0 && part > 0) return 0.1
  if (value === 100 && part < total) return 99.9
  return value
}

/** The count of no units. */
export const NOTHING: Count = emptyTally()

/** All empty counts share an object, since most are empty. */
export function sharedCount(count: Count): Count {
  return count.units === 0 ? NOTHING : count
}

/** Counts to keep, see `sharedCount`. */
export function sharedCounts(counts: Statistics): Statistics {
  return eachGroup((group) => sharedCount(counts[group]))
}

/** Makes the value of each group, in their order. */
export function eachGroup<T>(make: (group: Group) => T): Record<Group, T> {
  return {
    total: make('total'),
    translated: make('translated'),
    fuzzy: make('fuzzy'),
    failing: make('failing'),
    translatedFailing: make('translatedFailing'),
    approved: make('approved'),
    readonly: make('readonly'),
  }
}

function emptyTally(): Tally {
  return { units: 0, words: 0, chars: 0 }
}

function addTo(tally: Tally, { units, words, chars }: Count): void {
  tally.units += units
  tally.words += words
  tally.chars += chars
}
