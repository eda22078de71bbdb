import { setImmediate } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop. Those who wait go on one after the other, each in a turn of its own: so a
 * turn lasts no longer than what one of them does, however many they are.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  return last
}
