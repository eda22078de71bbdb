import { type Context, createContext, Script } from 'node:vm'

/** Work did not end in time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

const script = new Script('work()')
// Slow to make, so there is one for all.
let context: Context | undefined

/**
 * What synchronous work gives; throws TimeLimitError when it takes longer. The work is cut off anywhere, also within a
 * regular expression (some take years on short texts), so it must leave nothing half-done behind.
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
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
    throw isTimeout ? new TimeLimitError(`not done in ${milliseconds} ms`) : error
  } finally {
    context['work'] = undefined
  }
}
