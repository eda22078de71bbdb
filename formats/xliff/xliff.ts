import { childOf, type XmlElement } from '../../src/xml/node.ts'
import type { Format } from '../format.ts'
import { byWhitespace, plainByWhitespace, xliffFormat } from './plain-xliff.ts'
import type { Reading, Variant } from './read-units.ts'
import { isText, richText } from './rich-text.ts'
import { locationOf, needsEditing, spacedText } from './trans-unit.ts'

const variant: Variant = {
  entities: 'mark',
  marksAutomatic: true,
  readUnit({ element }, reading) {
    const source = childOf(element, 'source', element.uri)
    const target = childOf(element, 'target', element.uri)
    const sourceText = source && richText(source, element, reading)
    const isRead = sourceText !== undefined && (reading.isMonolingual || sourceText !== '')
    const targetText = target && isRead ? richText(target, element, reading) : undefined
    return {
      element,
      source: sourceText,
      target: targetText,
      hasText: Boolean(targetText) && target !== undefined && hasText(target, element, reading),
      isFuzzy: needsEditing(target),
      location: locationOf(element, reading),
      flag: 'xml-text',
    }
  },
}

const create = xliffFormat('xliff', 'XLIFF 1.2 with placeables support', variant)
const richByWhitespace = byWhitespace(create)

/** XLIFF 1 whose texts are XML. */
export const xliff: Format = {
  ...create('standard'),
  formerParams: { xml_whitespace_handling: 'standard' },
  withParams: (params) =>
    params['xliff_placeables'] === 'plain' ? plainByWhitespace(params) : richByWhitespace(params),
}

/** Returns whether a non-empty target has more than markup. */
function hasText(target: XmlElement, unit: XmlElement, reading: Reading): boolean {
  return target.children.every(isText) || spacedText(target, unit, reading) !== ''
}
