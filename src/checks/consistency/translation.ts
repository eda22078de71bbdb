import type { Language } from '../../languages/language.ts'

/** A check that looks at many units at once. */
export type BatchCheckId = 'inconsistent' | 'reused' | 'multiple_failures'

/** One translation: columns, a row for each unit. */
export interface BatchTranslation {
  readonly language: Language
  readonly isSource: boolean
  /** Plural forms joined with two U+001E. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly states: Uint8Array
  /** Unsigned halves of Weblate's `id_hash`, two a row, the low one first. */
  readonly idHashes: Uint32Array
  /** Whether a check of the unit alone fails. */
  readonly hasFailure: (row: number) => boolean
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

/** Reports one failure. */
export type Report = (translation: BatchTranslation, row: number, check: BatchCheckId) => void
