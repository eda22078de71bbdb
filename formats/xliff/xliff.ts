import { childOf, type XmlElement } from '../../src/xml/node.ts'
import type { Format } from '../format.ts'
import { xliffFormat } from './plain-xliff.ts'
import type { Reading } from './read-units.ts'
import { isText, richText } from './rich-text.ts'
import { locationOf, needsEditing, spacedText } from './trans-unit.ts'

/** XLIFF 1 whose texts are XML. */
export const xliff: Format = xliffFormat('xliff', 'XLIFF 1.2 with placeables support', {
  entities: 'mark',
  readUnit({ element }, { isMonolingual, ...reading }) {
    const source = childOf(element, 'source', element.uri)
    const target = childOf(element, 'target', element.uri)
    const sourceText = source && richText(source, element, reading)
    const isRead = sourceText !== undefined && (isMonolingual || sourceText !== '')
    const targetText = target && isRead ? richText(target, element, reading) : undefined
    return {
      element,
      source: sourceText,
      target: targetText,
      hasText: Boolean(targetText) && target !== undefined && hasText(target, element, reading),
      isFuzzy: needsEditing(target),
      location: locationOf(element, reading.whitespace),
      flag: 'xml-text',
    }
  },
})

/** Whether a target that is not empty has more than markup. */
function hasText(target: XmlElement, unit: XmlElement, { whitespace }: Reading): boolean {
  return target.children.every(isText) || spacedText(target, unit, whitespace) !== ''
}
