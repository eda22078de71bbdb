import type { FaultKind } from '../../formats/entry.ts'
import type { Plural } from '../languages/language.ts'
import type { TextPosition } from '../text.ts'
import type { Statistics } from './statistics.ts'

/** A fault in a file that leaves the rest readable. */
export interface FoundFault extends TextPosition {
  /** Key or source of the text; `''` if it has none. */
  readonly name: string
  /** One sentence without a full stop. */
  readonly message: string
  readonly kind: FaultKind
  /** Path of the file in the folder, if a translation is a folder. */
  readonly path?: string
}

/** Keys in a translation's file that make no unit. */
export interface StrayKeys {
  /** Keys that the template lacks: the first of them, and their number. */
  readonly unknown: KeySample
  /** Keys that occur more than once; only one occurrence counts. */
  readonly repeated: KeySample
}

/** The first keys of a kind, and how many there are. */
interface KeySample {
  readonly count: number
  readonly keys: readonly string[]
}

/** What stays in memory of a parsed file. */
export interface FileSummary {
  readonly statistics: Statistics
  readonly bytes: number
  /** The revision of a folder; undefined for a file. */
  readonly revision?: string | undefined
  /** The plural forms that the file declares, if they differ from those that its language has in files. */
  readonly plural?: Plural | undefined
  /** Why expressions in flags of its units are not supported. */
  readonly refusedExpressions: readonly string[]
  /** Whether flags of its units enable the glossary check. */
  readonly asksForGlossary: boolean
  /** Undefined if there are none. */
  readonly strays: StrayKeys | undefined
  /** In file order. */
  readonly faults: readonly FoundFault[]
}
