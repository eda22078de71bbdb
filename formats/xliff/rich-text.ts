import { isWhitespace } from '../../src/text.ts'
import { escapeText } from '../../src/xml/escape.ts'
import { attributeXml } from '../../src/xml/markup.ts'
import { leadingText, XML_NAMESPACE, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import { isEmptyMarker, isMarker, markerAttributes } from './marker.ts'
import type { Reading } from './read-units.ts'
import { collapseSpace, spaceAt, spaceOf } from './trans-unit.ts'

interface Place extends Reading {
  /** The outermost element, or one right below it, which is written without its namespace. */
  readonly depth: number
  /** Whether white space is collapsed by the `trans-unit`, and by the nearest element around. */
  readonly byUnit: boolean
  readonly byElement: boolean
  /** By elements around, of which the outermost declares nearly all. */
  readonly declared: Namespaces | undefined
}

/**
 * The content of a source or target as XML in canonical form. Throws ParseError for processing instructions, entities and
 * a `g` without an id.
 */
export function richText(element: XmlElement, unit: XmlElement, reading: Reading): string {
  const byUnit = spaceAt(unit, reading) !== 'preserve'
  const place: Place = { ...reading, depth: 0, byUnit, byElement: byUnit, declared: undefined }
  return contentOf(element, spacingOf(element, place), place)
}

/** How white space of an element, and behind it, is treated. */
interface Spacing {
  readonly collapses: boolean
  readonly trimsStart: boolean
  /** Of the elements in it that say nothing themselves. */
  readonly byElement: boolean
}

/**
 * What an element says itself counts; else it inherits what counts around it, or, where nothing is inherited, it is enough
 * that its unit or an element around says to collapse.
 */
function spacingOf(element: XmlElement, place: Place): Spacing {
  const space = spaceOf(element, place)
  const { byElement } = place
  const byUnit = place.inherited === undefined ? place.byUnit : byElement
  const own = space === undefined ? undefined : space !== 'preserve'
  return {
    collapses: own ?? (byUnit || byElement),
    trimsStart: own ?? byUnit,
    byElement: own ?? byElement,
  }
}

function contentOf(element: XmlElement, spacing: Spacing, outer: Place): string {
  if (element.children.every(isText)) return writeText(leadingText(element), spacing, true)
  const place = { ...outer, depth: outer.depth + 1, byElement: spacing.byElement }
  let xml = ''
  let text = ''
  // Text behind a comment is lost, up to the next element or comment.
  let isLost = false
  let isFirst = true
  let collapses = spacing.collapses
  const endText = (): void => {
    if (!isLost) {
      xml += isFirst
        ? writeText(text, spacing, false)
        : escapeText(collapses ? collapseSpace(text) : text)
    }
    text = ''
    isFirst = false
  }
  for (const child of element.children) {
    if (isText(child)) {
      text += child.value
      continue
    }
    endText()
    isLost = child.type === 'comment'
    if (child.type === 'element') {
      const own = spacingOf(child, place)
      xml += elementXml(child, own, place)
      collapses = own.collapses
    } else if (child.type !== 'comment') {
      place.fail(`expected no ${child.type} in a text`, element)
    }
  }
  endText()
  return xml
}

/** The text at the start of an element, and at its end too where nothing else is in it. */
function writeText(text: string, { collapses, trimsStart }: Spacing, trimsEnd: boolean): string {
  return escapeText(collapses ? trim(collapseSpace(text), trimsStart, trimsEnd) : text)
}

/** Whether a node is character data. */
export function isText(node: XmlNode): node is XmlNode & { readonly type: 'text' | 'cdata' } {
  return node.type === 'text' || node.type === 'cdata'
}

function trim(text: string, start: boolean, end: boolean): string {
  let from = 0
  let to = text.length
  if (end) while (to > 0 && isWhitespace(text.charCodeAt(to - 1))) to--
  if (start && text.startsWith(' ')) while (from < to && isWhitespace(text.charCodeAt(from))) from++
  return text.slice(from, to)
}

function elementXml(element: XmlElement, spacing: Spacing, place: Place): string {
  const { local } = element
  if (isMarker(element)) {
    const start = `<${local}${markerAttributes(element, place.fail)}`
    return isEmptyMarker(element)
      ? `${start}/>`
      : closed(start, local, contentOf(element, spacing, place))
  }
  const isDirect = place.depth === 1
  const { xml, declared } = declarationsOf(element, place.declared, isDirect)
  const name = isDirect ? local : element.name
  const attributes = element.attributes.map(({ name, value }) => attributeXml(name, value))
  const content = contentOf(element, spacing, { ...place, declared })
  return closed(`<${name}${xml}${attributes.join('')}`, name, content)
}

function closed(start: string, name: string, content: string): string {
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
}

/** Prefix, `''` for the default namespace -> URI. */
type Namespaces = ReadonlyMap<string, string>

/**
 * Attributes that declare the namespaces which an element needs, and what is then declared. `declared` is what elements
 * around it declare; undefined for the outermost, which also declares what those in it need. A nameless element is
 * written without the prefix of its name.
 */
function declarationsOf(
  element: XmlElement,
  declared: Namespaces | undefined,
  isNameless: boolean,
): { readonly xml: string; readonly declared: Namespaces } {
  const needed = new Map<string, string>()
  addOwn(element, needed, isNameless)
  if (declared === undefined) addInner(element, needed)
  const missing = [...needed]
    .filter(([prefix, uri]) => declared?.get(prefix) !== uri)
    .sort(([one], [other]) => Number(one !== '') - Number(other !== ''))
  if (missing.length === 0) return { xml: '', declared: declared ?? needed }
  const xml = missing.map(([prefix, uri]) =>
    attributeXml(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri),
  )
  return { xml: xml.join(''), declared: new Map([...(declared ?? []), ...missing]) }
}

/** Adds what an element's name and attributes need, unless the prefix already stands for something else. */
function addOwn(element: XmlElement, needed: Map<string, string>, isNameless: boolean): void {
  const add = (name: string, uri: string): void => {
    const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : ''
    if (uri !== '' && uri !== XML_NAMESPACE && !needed.has(prefix)) needed.set(prefix, uri)
  }
  if (!isNameless) add(element.name, element.uri)
  for (const { name, uri } of element.attributes) add(name, uri)
}

function addInner({ children }: XmlElement, needed: Map<string, string>): void {
  for (const child of children) {
    if (child.type !== 'element' || isEmptyMarker(child)) continue
    if (!isMarker(child)) addOwn(child, needed, false)
    addInner(child, needed)
  }
}
