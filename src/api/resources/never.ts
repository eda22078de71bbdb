import type { Json } from '../rendering/json.ts'
import { BOOLEAN, type Resource } from '../schema/schema.ts'

/** A Lock: nothing is ever locked, as nothing can be written. */
export const UNLOCKED: Json = { locked: false }

export const LOCK: Resource = {
  name: 'Lock',
  description: 'Whether translating is locked.',
  properties: { locked: BOOLEAN },
}

/** What an empty list would be made of. */
export const NOTHING: Resource = {
  name: 'Nothing',
  description: 'Something that this server never has.',
  properties: {},
}
