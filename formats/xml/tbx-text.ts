import { isWhitespace } from '../../src/text.ts'
import { attributeOf, textOf, XML_NAMESPACE, type XmlElement } from '../../src/xml/node.ts'
import type { Entry } from '../entry.ts'

/** Reads a `termEntry`; undefined if it makes no unit. */
export type ReadEntry = (element: XmlElement, position: number) => Entry | undefined

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

/** Returns the elements whose `type` is one of some. */
export function ofType(elements: readonly XmlElement[], type: string): XmlElement[] {
  return elements.filter((element) => attributeOf(element, 'type') === type)
}

/** Notes of an author. */
export function from(notes: readonly XmlElement[], author: string): XmlElement[] {
  return notes.filter((note) => attributeOf(note, 'from') === author)
}

/** Their texts, each once. */
export function joinDistinct(
  elements: readonly XmlElement[],
  textIn: (element: XmlElement) => string,
): string {
  return [...new Set(elements.map(textIn))].join('\n')
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
  let start = 0
  let end = text.length
  while (start < end && isWhitespace(text.charCodeAt(start))) start++
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end).toLowerCase()
}
