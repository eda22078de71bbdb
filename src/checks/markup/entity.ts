import { characters } from '../lists.ts'

const entity = new RegExp(
  `&(?:#(?:[0-9]+|x[0-9a-fA-F]+)|[${characters.entityNameFirst}][${characters.entityNameRest}]*);`,
  'gu',
)

/** Replaces every longest match of an entity, in a very wide sense, by a space. */
export function stripEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, ' ') : text
}

/** Replaces everything that resembles an entity by as many spaces, so that offsets do not change. */
export function blankEntities(text: string): string {
  return text.includes('&') ? text.replace(entity, (match) => ' '.repeat(match.length)) : text
}
