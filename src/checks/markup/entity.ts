import { characters } from '../lists.ts'

const entity = new RegExp(
  `&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|[${characters.entityNameFirst}][${characters.entityNameRest}]*);`,
  'gu',
)

/** Entity stripping: every longest match of an entity, in a very wide sense, becomes one space. */
export function stripEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, ' ') : text
}

/** The text with all that passes for an entity turned into as many spaces, so that positions stay. */
export function blankEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, (match) => ' '.repeat(match.length)) : text
}
