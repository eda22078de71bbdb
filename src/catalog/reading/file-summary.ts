import type { Plural } from '../../languages/language.ts'
import type { TextPosition } from '../../text.ts'
import type { Statistics } from '../statistics.ts'
import type { StrayKeys } from './stray-keys.ts'

/** Something in a file that programs refuse. */
export interface FoundFault extends TextPosition {
  /** The key or source of its text, `''` for none. */
  readonly name: string
  /** One sentence without a full stop. */
  readonly message: string
  /** Whether compilers alone refuse it, and readers such as Weblate's take it. */
  readonly isReadable: boolean
}

/** What is held in memory of a file that was read. */
export interface FileSummary {
  readonly statistics: Statistics
  /** Of the file. */
  readonly bytes: number
  /** Of a folder: what names its version. */
  readonly revision?: string | undefined
  /** The plural forms of the file, where they are not those that its language has in files. */
  readonly plural?: Plural | undefined
  /** Why expressions in flags of its units are not searched for. */
  readonly refusedExpressions: readonly string[]
  /** Whether flags of its units ask for the glossary check. */
  readonly asksForGlossary: boolean
  /** Undefined if there are none. */
  readonly strays: StrayKeys | undefined
  /** What programs that read the file refuse in it. */
  readonly faults: readonly FoundFault[]
}
