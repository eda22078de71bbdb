import { groupBy } from '../../group-by.ts'
import type { Language } from '../../languages/language.ts'
import { ruleKey } from '../../languages/plural-formula.ts'

/** A check that compares many units. */
export type BatchCheckId = 'inconsistent' | 'reused' | 'multiple_failures'

/** What separates the plural forms of a text. */
export const JOINT = '\u001e\u001e'

/** Texts of rows 0 to `length` - 1. */
interface Texts {
  readonly length: number
  at(row: number): string | undefined
}

/** The units of a translation, one per row. */
export interface BatchColumns {
  /** Plural forms, joined. */
  readonly sources: Texts
  readonly targets: Texts
  readonly states: Uint8Array
  /** Weblate's `id_hash` as two unsigned numbers per row, the lower half first. */
  readonly idHashes: Uint32Array
}

/** A translation as checks of many units see it. */
export interface BatchTranslation {
  readonly language: Language
  readonly filename: string
  readonly isSource: boolean
  /** Whether failing strings of this translation count for `multiple_failures`. */
  readonly countsForMultiple: boolean
  readonly count: number
  /** Returns the columns, which must not be retained: those of a whole project may not fit into memory. */
  readonly columns: () => BatchColumns
  /** Returns the rows with a failing check that counts for `multiple_failures`. */
  readonly failingRows: () => Iterable<number>
  /** Returns whether the flags of a unit disable the check. */
  readonly ignores: (row: number, check: BatchCheckId) => boolean
}

/** A component as checks of many units see it. */
export interface BatchComponent {
  readonly name: string
  readonly allowPropagation: boolean
  readonly isGlossary: boolean
  readonly translations: readonly BatchTranslation[]
}

/** A unit that fails a check of many units. */
export interface BatchFailure {
  readonly component: BatchComponent
  readonly translation: BatchTranslation
  readonly row: number
  readonly check: BatchCheckId
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

/** Returns the row of the same string in another translation; -1 if there is none. */
export function rowOf(other: BatchTranslation, translation: BatchTranslation, row: number): number {
  const searchedHashes = translation.columns().idHashes
  const { idHashes } = other.columns()
  for (let at = 0; at < other.count; at++) {
    if (
      idHashes[2 * at] === searchedHashes[2 * row] &&
      idHashes[2 * at + 1] === searchedHashes[2 * row + 1]
    )
      return at
  }
  return -1
}
