import { runInNewContext } from 'node:vm'
import { QueryError } from './query.ts'

/** Tests texts: 1 where the expression matches, else 0. Throws QueryError at `position` when time is up. */
export type RegExpGuard = (job: {
  readonly regexp: RegExp
  readonly texts: readonly string[]
  readonly position: number
}) => Uint8Array

/** Time for all expressions of a query together, in milliseconds: some take years on short texts. */
const MAX_MILLISECONDS = 500

/** A guard for one query. */
export function createRegExpGuard(maxMilliseconds: number = MAX_MILLISECONDS): RegExpGuard {
  let left = maxMilliseconds
  return ({ regexp, texts, position }) => {
    // Without repetition the work is bounded by the lengths of expression and text.
    if (!/[*+{]/.test(regexp.source)) return testAll(regexp, texts)
    const start = performance.now()
    try {
      const timeout = Math.max(1, Math.ceil(left))
      return runInNewContext('testAll(regexp, texts)', { regexp, texts, testAll }, { timeout })
    } catch (error) {
      // The error may be of the other context, so `instanceof` says nothing.
      const isTimeout =
        typeof error === 'object' &&
        error !== null &&
        'code' in error &&
        error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      if (!isTimeout) throw error
      throw new QueryError('Invalid regular expression: it takes too long', position)
    } finally {
      left -= performance.now() - start
    }
  }
}

function testAll(regexp: RegExp, texts: readonly string[]): Uint8Array {
  return Uint8Array.from(texts, (text) => (regexp.test(text) ? 1 : 0))
}
