import { characters } from '../lists.ts'

const entity = new RegExp(
  `&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|[${characters.entityNameFirst}][${characters.entityNameRest}]*);`,
  'gu',
)

/** The text with all that passes for an entity turned into as many spaces, so that positions stay. */
export function blankEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, (found) => ' '.repeat(found.length)) : text
}
