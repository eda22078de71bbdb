import { attributeXml } from '../../src/xml/markup.ts'
import {
  attributeOf,
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlElement,
} from '../../src/xml/node.ts'
import type { Fail } from './read-units.ts'

/** Returns whether an element is an XLIFF marker within the text, which is always written without a namespace. */
export function isMarker(element: XmlElement): boolean {
  return element.local === 'g' || isEmptyMarker(element)
}

/** Returns whether it is a marker without content. */
export function isEmptyMarker({ local }: XmlElement): boolean {
  return local === 'x' || local === 'bx' || local === 'ex'
}

const FIRST = ['id', 'xid', 'rid']

/**
 * Returns the attributes of a marker, with their prefixes; none without an id. Throws ParseError for a `g` without an
 * id.
 */
export function markerAttributes(element: XmlElement, fail: Fail): string {
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
