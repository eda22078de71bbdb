import type { Language } from '../../languages/language.ts'

/** A check that looks at many units at once. */
export type BatchCheckId = 'inconsistent' | 'reused' | 'multiple_failures'

/** Texts of rows 0 to `length` - 1. */
interface Texts {
  readonly length: number
  at(row: number): string | undefined
}

/** The units of a translation, a row each. */
export interface BatchColumns {
  /** Plural forms joined with two U+001E. */
  readonly sources: Texts
  readonly targets: Texts
  readonly states: Uint8Array
  /** Unsigned halves of Weblate's `id_hash`, two a row, the low one first. */
  readonly idHashes: Uint32Array
}

/** One translation. */
export interface BatchTranslation {
  readonly language: Language
  /** Path in its repository. */
  readonly filename: string
  readonly isSource: boolean
  /** Whether its failing strings count for `multiple_failures`. */
  readonly countsForMultiple: boolean
  /** How many units it has. */
  readonly count: number
  /** Asked for where they are looked at and not kept: all of a project may be more than fits into memory. */
  readonly columns: () => BatchColumns
  /** The rows of units on which a check fails that counts for `multiple_failures`. */
  readonly failingRows: () => Iterable<number>
  /** Whether the unit's flags turn the check off. */
  readonly ignores: (row: number, check: BatchCheckId) => boolean
}

/** A component as the checks that look at many units see it. */
export interface BatchComponent {
  readonly name: string
  readonly allowPropagation: boolean
  readonly isGlossary: boolean
  readonly translations: readonly BatchTranslation[]
}
