import { type Context, createContext, Script } from 'node:vm'

const script = new Script('work()')
let context: Context | undefined

/**
 * What synchronous work gives; undefined when it takes longer. The work is cut off anywhere, also within a regular
 * expression (some take years on short texts), so it must leave nothing half-done behind.
 */
export function runWithin<T extends object>(milliseconds: number, work: () => T): T | undefined {
  // A context is slow to make, so there is one for all.
  context ??= createContext()
  context['work'] = work
  try {
    return script.runInContext(context, { timeout: milliseconds })
  } catch (error) {
    // Such an error may be of the other context, so `instanceof` says nothing.
    const isTimeout =
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    if (!isTimeout) throw error
    return undefined
  } finally {
    context['work'] = undefined
  }
}
