import { setImmediate } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/** Resolves in a later turn of the event loop, in which no other caller resumes, so that turns stay short. */
export function nextTurn(): Promise<void> {
  // The first comes before the event loop reads from connections again.
  last = last.then(() => setImmediate()).then(() => setImmediate())
  return last
}
