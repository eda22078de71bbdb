import type { Language } from '../../languages/language.ts'

/** A check that compares many units. */
export type BatchCheckId = 'inconsistent' | 'reused' | 'multiple_failures'

/** Texts of rows 0 to `length` - 1. */
interface Texts {
  readonly length: number
  at(row: number): string | undefined
}

/** The units of a translation, one per row. */
export interface BatchColumns {
  /** Plural forms joined by two U+001E. */
  readonly sources: Texts
  readonly targets: Texts
  readonly states: Uint8Array
  /** Weblate's `id_hash` as two unsigned numbers per row, the lower half first. */
  readonly idHashes: Uint32Array
}

/** A translation as checks of many units see it. */
export interface BatchTranslation {
  readonly language: Language
  /** Path in its repository. */
  readonly filename: string
  readonly isSource: boolean
  /** Whether failing strings of this translation count for `multiple_failures`. */
  readonly countsForMultiple: boolean
  /** Number of units. */
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
