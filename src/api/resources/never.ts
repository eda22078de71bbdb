import * as s from '../schema/schema.ts'

/** A Lock: nothing is ever locked, as nothing can be written. */
export const UNLOCKED: s.JsonOf<typeof LOCK> = { locked: false }

export const LOCK = s.resource('Lock', 'Whether translating is locked.', { locked: s.BOOLEAN })

/** The items of lists that are always empty. */
export const NOTHING = s.resource('Nothing', 'Something that this server never has.', {})
