import { setImmediate } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop. Each waiting caller resumes in a turn of its own, so no turn takes longer
 * than a single caller, however many there are.
 */
export function nextTurn(): Promise<void> {
  // The first comes before the event loop reads from connections again.
  last = last.then(() => setImmediate()).then(() => setImmediate())
  return last
}
