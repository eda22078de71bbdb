import { trimEnd, trimStart } from '../../src/text.ts'
import { escapeText } from '../../src/xml/escape.ts'
import { attributeXml } from '../../src/xml/markup.ts'
import {
  attributeOf,
  leadingText,
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from '../../src/xml/node.ts'
import type { Fail } from '../../src/xml/parse.ts'
import type { Reading } from './read-units.ts'
import { collapseSpace, spaceAt, spaceOf } from './trans-unit.ts'

interface Nesting extends Reading {
  /** Levels below the outermost element. Elements at 1 are written without their namespace. */
  readonly depth: number
  /** Whether the `trans-unit`, or the nearest element around, collapses white space. */
  readonly byUnit: boolean
  readonly byElement: boolean
  /** Namespaces declared by elements around; the outermost declares nearly all. */
  readonly declared: Namespaces | undefined
}

/**
 * Returns the content of a source or target as canonical XML. Throws ParseError for processing instructions, entities
 * and a `g` without an id.
 */
export function richText(element: XmlElement, unit: XmlElement, reading: Reading): string {
  const byUnit = spaceAt(unit, reading) !== 'preserve'
  const nesting: Nesting = { ...reading, depth: 0, byUnit, byElement: byUnit, declared: undefined }
  return contentOf(element, spacingOf(element, nesting), nesting)
}

/** How to treat white space in an element, and behind it. */
interface Spacing {
  readonly collapses: boolean
  readonly trimsStart: boolean
  /** The same for inner elements without `xml:space`. */
  readonly byElement: boolean
}

/**
 * An element's own `xml:space` counts; otherwise it inherits the value around it. Without any, its unit or an element
 * around may say to collapse; the unit has no say behind a marker without content.
 */
function spacingOf(element: XmlElement, nesting: Nesting): Spacing {
  const space = spaceOf(element, nesting)
  const { byElement } = nesting
  const isOfUnit = nesting.inherited === undefined && !isEmptyMarker(element)
  const byUnit = isOfUnit ? nesting.byUnit : byElement
  const byAttribute = space === undefined ? undefined : space !== 'preserve'
  return {
    collapses: byAttribute ?? (byUnit || byElement),
    trimsStart: byAttribute ?? byUnit,
    byElement: byAttribute ?? byElement,
  }
}

function contentOf(element: XmlElement, spacing: Spacing, outer: Nesting): string {
  if (element.children.every(isText)) return writeText(leadingText(element), spacing, true)
  const nesting = { ...outer, depth: outer.depth + 1, byElement: spacing.byElement }
  let xml = ''
  let text = ''
  // Text behind a comment is lost up to the next element or comment.
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
      const childSpacing = spacingOf(child, nesting)
      xml += elementXml(child, childSpacing, nesting)
      collapses = childSpacing.collapses
    } else if (child.type !== 'comment') {
      nesting.fail(`expected no ${child.type} in a text`, element)
    }
  }
  endText()
  return xml
}

/** Returns the text at the start of an element, and at its end if nothing else is in it. */
function writeText(text: string, { collapses, trimsStart }: Spacing, trimsEnd: boolean): string {
  if (!collapses) return escapeText(text)
  const collapsed = collapseSpace(text)
  const shown = trimsEnd ? trimEnd(collapsed) : collapsed
  return escapeText(trimsStart && shown.startsWith(' ') ? trimStart(shown) : shown)
}

/** Returns whether a node is character data. */
export function isText(node: XmlNode): node is XmlNode & { readonly type: 'text' | 'cdata' } {
  return node.type === 'text' || node.type === 'cdata'
}

function elementXml(element: XmlElement, spacing: Spacing, nesting: Nesting): string {
  const { local } = element
  if (isMarker(element)) {
    const start = `<${local}${markerAttributes(element, nesting.fail)}`
    return isEmptyMarker(element)
      ? `${start}/>`
      : closed(start, local, contentOf(element, spacing, nesting))
  }
  const isDirect = nesting.depth === 1
  const { xml, declared } = declarationsOf(element, nesting.declared, isDirect)
  const name = isDirect ? local : element.name
  const attributes = element.attributes.map(({ name, value }) => attributeXml(name, value))
  const content = contentOf(element, spacing, { ...nesting, declared })
  return closed(`<${name}${xml}${attributes.join('')}`, name, content)
}

function closed(start: string, name: string, content: string): string {
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`
}

/** URI by prefix; `''` for the default namespace. */
type Namespaces = ReadonlyMap<string, string>

/**
 * Returns the attributes that declare the namespaces an element needs, and what is then declared. `declared` holds the
 * declarations around it; undefined for the outermost element, which also declares what inner ones need. A nameless
 * element is written without its name's prefix.
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
    .sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
  if (missing.length === 0) return { xml: '', declared: declared ?? needed }
  const xml = missing.map(([prefix, uri]) =>
    attributeXml(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri),
  )
  return { xml: xml.join(''), declared: new Map([...(declared ?? []), ...missing]) }
}

/** Adds what an element's name and attributes need, unless the prefix already means something else. */
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

/** Returns whether an element is an XLIFF marker within the text, which is always written without a namespace. */
function isMarker(element: XmlElement): boolean {
  return element.local === 'g' || isEmptyMarker(element)
}

/** Returns whether it is a marker without content. */
function isEmptyMarker({ local }: XmlElement): boolean {
  return local === 'x' || local === 'bx' || local === 'ex'
}

const FIRST = ['id', 'xid', 'rid']

/**
 * Returns the attributes of a marker, with their prefixes; none without an id. Throws ParseError for a `g` without an
 * id.
 */
function markerAttributes(element: XmlElement, fail: Fail): string {
  const { local, attributes } = element
  if (attributeOf(element, 'id') === undefined) {
    return local === 'g' ? fail('expected an id in <g>', element) : ''
  }
  const first = local === 'g' ? FIRST.slice(0, 1) : FIRST
  const rank = ({ local: name, uri }: XmlAttribute): number => {
    const index = uri === '' ? first.indexOf(name) : -1
    return index < 0 ? first.length : index
  }
  const prefixes = new Map<string, string>()
  const written = [...attributes]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name, local, uri, value }) => {
      if (uri === '' || uri === XML_NAMESPACE) return attributeXml(name, value)
      const prefix = prefixes.get(uri) ?? `ns${prefixes.size}`
      prefixes.set(uri, prefix)
      return attributeXml(`${prefix}:${local}`, value)
    })
  const declared = [...prefixes].map(([uri, prefix]) => attributeXml(`xmlns:${prefix}`, uri))
  return [...declared, ...written].join('')
}
