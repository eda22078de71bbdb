import { createCache } from '../cache.ts'
import { costOf } from './cost.ts'
import type { Engine, Expression } from './expression.ts'
import { type Pattern, parsePattern } from './pattern.ts'
import { compileLinear } from './re2.ts'

/** Searches that may take more steps are left to RE2; a billion steps take about a second. */
const MAX_STEPS = 1e8
/** Limit for a text that RE2 cannot search. */
const MAX_STEPS_ALONE = 1e9
/** An expression that RE2 does not support must at least handle texts of this length. */
const MIN_LENGTH = 100
/** Longest text for RE2, which takes up to nine microseconds per character. */
const MAX_LINEAR_LENGTH = 1e5
/** Longer expressions are not compiled. */
const MAX_SOURCE = 100_000
/** Longer expressions could overflow the stack of JavaScript's compiler. */
const MAX_NATIVE_SOURCE = 5000

const compiled = createCache<{ readonly result: Expression | SyntaxError }>({ maxBytes: 4_000_000 })

/**
 * Compiles a pattern. JavaScript searches if no text can take it long; otherwise RE2 does, in linear time. Throws
 * SyntaxError for invalid patterns, and for those that neither engine can run safely.
 */
export function compileRegExp(pattern: Pattern): Expression {
  const key = `${pattern.ignoreCase ? 'i' : ''}/${pattern.source}`
  let cached = compiled.get(key)
  if (cached === undefined) {
    cached = { result: attempt(() => compile(pattern)) }
    compiled.set(key, cached, 20 * key.length + 1000)
  }
  if (cached.result instanceof SyntaxError) throw cached.result
  return cached.result
}

function attempt<T>(work: () => T): T | SyntaxError {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

function compile(pattern: Pattern): Expression {
  const { source } = pattern
  if (source.length > MAX_SOURCE) throw new SyntaxError('is too long')
  const backtracking = createBacktracking(pattern)
  const node = parsePattern(source)
  const cost = source.length > MAX_NATIVE_SOURCE ? undefined : costOf(node)
  const stepsFor = (length: number): number =>
    cost === undefined ? Number.POSITIVE_INFINITY : cost.weight * (length + 1) ** cost.degree
  let compiledLinear: Engine | SyntaxError | undefined
  const linear = (): Engine | SyntaxError => {
    compiledLinear ??= attempt(() => compileLinear(node, pattern))
    return compiledLinear
  }
  if (stepsFor(MIN_LENGTH) > MAX_STEPS_ALONE) {
    const cause = linear()
    if (cause instanceof SyntaxError) {
      throw new SyntaxError(`could take too long, as it ${cause.message}`, { cause })
    }
  }
  const engineFor = (length: number): Engine | undefined => {
    const steps = stepsFor(length)
    if (steps <= MAX_STEPS) return backtracking
    const engine = linear()
    if (!(engine instanceof SyntaxError)) return length <= MAX_LINEAR_LENGTH ? engine : undefined
    return steps <= MAX_STEPS_ALONE ? backtracking : undefined
  }
  return {
    test: (text) => engineFor(text.length)?.test(text),
    matches: (text) => engineFor(text.length)?.matches(text),
  }
}

/** Returns an engine that uses JavaScript's own search. */
export function createBacktracking({ source, ignoreCase }: Pattern): Engine {
  // Classes in classes need the flag `v`. Other expressions do without: V8 of Node 20 has `(?:[b-é][\p{L}_]){1,3}(?:.b)+`
  // miss "bé b" with it.
  const set = /(?<!\\)\[[^\]]*\[/.test(source) ? 'v' : 'u'
  const expression = new RegExp(source, `g${set}${ignoreCase ? 'i' : ''}`)
  return {
    test: (text) => text.search(expression) >= 0,
    matches(text) {
      // A global expression continues where its last search ended.
      expression.lastIndex = 0
      return Array.from(text.matchAll(expression), ({ 0: matched, index }) => {
        return { text: matched, start: index, end: index + matched.length }
      })
    },
  }
}
