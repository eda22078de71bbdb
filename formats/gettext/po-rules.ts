import { SEP } from '../entry.ts'
import type { PoText } from './po-blocks.ts'

/** Differences between the versions of Weblate. */
export interface PoRules {
  /** Makes a translator's comment from what follows its `#`. */
  commentOf(text: string): string
  /** How to write an empty line of a note. */
  emptyLine(lineEnd: PoText['lineEnd']): string
  /** Joins the forms of the former source. */
  previousOf(source: string, plural: string, isPlural: boolean): string
  /** Whether a plural may have a text for a form other than the first alone. */
  readonly takesLoneForms: boolean
  /** Whether to read the former source of the first entry as Latin-1, whatever the file's encoding. */
  readonly mistakesFirst: boolean
  /** Whether to read a file that declares ASCII as UTF-8. */
  readonly extendsAscii: boolean
}

export const PO_5_14: PoRules = {
  commentOf: (text) => text.slice(1),
  emptyLine: (lineEnd) => (lineEnd === '\r' ? '\r' : '\n'),
  previousOf: (source, plural, isPlural) => (isPlural ? source + SEP + plural : source),
  takesLoneForms: false,
  mistakesFirst: true,
  extendsAscii: false,
}

export const PO_2026: PoRules = {
  commentOf: (text) => text.replace(/^ /, ''),
  emptyLine: (lineEnd) => lineEnd,
  previousOf: (source, plural) => (plural === '' ? source : source + SEP + plural),
  takesLoneForms: true,
  mistakesFirst: false,
  extendsAscii: true,
}
