import { SEP } from '../entry.ts'
import type { PoText } from './po-blocks.ts'

/** What differs between the versions of Weblate. */
export interface PoRules {
  /** A translator's comment, of what stands behind its `#`. */
  commentOf(text: string): string
  /** How an empty line of a note is written. */
  emptyLine(lineEnd: PoText['lineEnd']): string
  /** The former source, of its forms. */
  previousOf(source: string, plural: string, isPlural: boolean): string
  /** Whether a plural may have the text of another form than the first alone. */
  readonly takesLoneForms: boolean
  /** Whether the former source of the first entry is read as Latin-1, whatever the file is encoded in. */
  readonly mistakesFirst: boolean
  /** Whether a file that declares ASCII is read as UTF-8. */
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
