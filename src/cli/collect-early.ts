import { setFlagsFromString } from 'node:v8'

/**
 * How much the memory of a thread may grow, in percent of what was in use after the last full collection: by so much that
 * a command takes no longer than without a limit, and a server, which runs for months, by little.
 */
const GROWTH = { command: 100, server: 30 }

/**
 * Has all threads collect early what is no longer used. V8 lets memory grow to several times what is in use where the
 * machine has room, whatever the configuration allows. This is no limit: what is needed is had.
 */
export function collectEarly(who: keyof typeof GROWTH): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH[who]}`)
}
