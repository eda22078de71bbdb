import { trim } from '../../src/text.ts'
import { attributeOf, textOf, XML_NAMESPACE, type XmlElement } from '../../src/xml/node.ts'
import type { TermNote } from '../entry.ts'

/** Statuses of terms that must not be used. */
export const FORBIDDEN: ReadonlySet<string> = new Set(['forbidden', 'obsolete'])
/** The category of the `termNote` with the status of a term. */
export const STATUS = 'administrativeStatus'
/** The category of a `descrip` that says how a term is used. */
export const USAGE = 'Usage note'
/** The category of a `descrip` that asks for a translation. */
export const NEEDED = 'Translation needed'

/** Returns the first `term` anywhere in an element. */
export function firstTerm({ children }: XmlElement, uri: string): XmlElement | undefined {
  for (const child of children) {
    if (child.type !== 'element') continue
    if (child.local === 'term' && child.uri === uri) return child
    const term = firstTerm(child, uri)
    if (term !== undefined) return term
  }
  return undefined
}

/**
 * Returns the element's text. White space stays unless the first `xml:space`, of the element or those around it, is
 * `default`.
 */
export function spacedText(element: XmlElement, ...around: readonly XmlElement[]): string {
  const text = textOf(element)
  const spaces = [element, ...around].map((node) => attributeOf(node, 'space', XML_NAMESPACE))
  if (spaces.find((space) => space !== undefined) !== 'default') return text
  return text
    .split(/[ \t\n\r]+/)
    .filter(Boolean)
    .join(' ')
}

/** Trims a text and converts it to lower case. */
export function normalise(text: string): string {
  return trim(text).toLowerCase()
}

/** A statement about a concept, about the concept in a language, or about a term. */
export interface Remark extends TermNote {
  readonly element: XmlElement
}

const REMARKS = new Set(['descrip', 'note', 'termNote'])
const INNER = new Set(['langSet', 'tig', 'ntig'])

/** Returns the statements in an element, by default without those in its languages and terms. */
export function remarksIn(
  parent: XmlElement,
  scope: TermNote['scope'],
  around: readonly XmlElement[],
  skipped: ReadonlySet<string> = INNER,
): Remark[] {
  const remarks: Remark[] = []
  const visit = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (child.type !== 'element' || skipped.has(child.local)) continue
      if (child.uri === parent.uri && REMARKS.has(child.local)) {
        const text = spacedText(child, parent, ...around)
        const isNote = child.local === 'note'
        const origin = isNote ? (attributeOf(child, 'from') ?? null) : ORIGINS[child.local]!
        const category = isNote ? null : (attributeOf(child, 'type') ?? null)
        remarks.push({ text, scope, origin, category, element: child })
      }
      visit(child)
    }
  }
  visit(parent)
  return remarks
}

const ORIGINS: Readonly<Record<string, string>> = { descrip: 'definition', termNote: 'pos' }

/** Returns whether an element is a `descrip`. */
export function isDescription({ local }: XmlElement): boolean {
  return local === 'descrip'
}

/** Returns a test for the `note` elements of an author. */
export function isNoteOf(author: string): (remark: Remark) => boolean {
  return ({ element, origin }) => element.local === 'note' && origin === author
}

/** Returns the different texts of notes, one a line. */
export function textsOf(notes: readonly TermNote[]): string {
  return [...new Set(notes.map(({ text }) => text))].join('\n')
}
