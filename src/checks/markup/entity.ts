import { PREDEFINED } from '../../xml/entity.ts'
import { isCharacter } from '../../xml/reader.ts'
import { characters } from '../lists.ts'

const reference = /&(?:amp|lt|gt|quot|apos|#(?:\d+|x[\da-fA-F]+));/y

const wideEntity = new RegExp(
  `&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|[${characters.entityNameFirst}][${characters.entityNameRest}]*);`,
  'gu',
)

/** The text with all that passes for an entity turned into as many spaces, so that positions stay. */
export function blankEntities(text: string): string {
  return text.includes('&') ? text.replace(wideEntity, (found) => ' '.repeat(found.length)) : text
}

/** Whether a predefined or numeric reference of XML starts here. */
function isReference(text: string, start: number): boolean {
  reference.lastIndex = start
  if (!reference.test(text)) return false
  return text[start + 1] !== '#' || isCharacter(numberOf(text.slice(start, reference.lastIndex)))
}

/** Offset of the first `&` that starts no predefined or numeric reference, -1 without one. */
export function strayAmpersand(text: string): number {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (!isReference(text, at)) return at
  }
  return -1
}

/** The character of a predefined or numeric reference. */
export function decodeReference(text: string): string {
  return PREDEFINED.get(text.slice(1, -1)) ?? String.fromCodePoint(numberOf(text))
}

function numberOf(text: string): number {
  return text[2] === 'x' ? Number.parseInt(text.slice(3, -1), 16) : Number(text.slice(2, -1))
}
