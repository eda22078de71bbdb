import { createCache } from '../cache.ts'
import { boundOf } from './bound.ts'
import { type Engine, type Expression, MAX_STEPS_IN_ALL } from './expression.ts'
import { type Pattern, parsePattern } from './pattern.ts'
import { compileLinear, type LinearEngine } from './re2.ts'

/** An expression that could take more steps than any text is worth. Its message says why. */
export class UnboundedError extends SyntaxError {
  override readonly name = 'UnboundedError'
}

/** Up to so many steps a character, the backtracking search is faster than RE2. */
const MAX_STEPS = 1000
/** The same for an expression that RE2 cannot search for. */
const MAX_STEPS_ALONE = 10_000
/** An expression that RE2 cannot search for must be bounded on texts of this length. */
const MIN_LENGTH = 1000
/** Longer ones are not compiled. */
const MAX_SOURCE = 100_000
/** Longer ones could overflow the stack of JavaScript's compiler. */
const MAX_NATIVE_SOURCE = 5000

const compiled = createCache<{ readonly result: Expression | SyntaxError }>({ maxBytes: 4_000_000 })

/**
 * The expression of a pattern: searched by JavaScript where the number of steps is proven to be small, else by RE2, which
 * takes linear time. Throws SyntaxError for mistakes, UnboundedError for what neither may run.
 */
export function compileRegExp(pattern: Pattern): Expression {
  const key = `${pattern.ignoreCase ? 'i' : ''}/${pattern.source}`
  let known = compiled.get(key)
  if (known === undefined) {
    known = { result: attempt(() => compile(pattern)) }
    compiled.set(key, known, 20 * key.length + 1000)
  }
  if (known.result instanceof SyntaxError) throw known.result
  return known.result
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
  const { source, ignoreCase } = pattern
  if (source.length > MAX_SOURCE) throw new UnboundedError('is too long')
  const backtracking = createBacktracking(pattern)
  const node = parsePattern(source)
  const bound = source.length > MAX_NATIVE_SOURCE ? undefined : boundOf(node, ignoreCase)
  const stepsPerCharacter = (length: number): number =>
    bound === undefined
      ? Number.POSITIVE_INFINITY
      : bound.weight * (length + 1) ** (bound.degree - 1)
  let found: LinearEngine | SyntaxError | undefined
  const findLinear = (): LinearEngine | SyntaxError => {
    found ??= attempt(() => compileLinear(node, pattern))
    return found
  }
  if (stepsPerCharacter(MIN_LENGTH) > MAX_STEPS_ALONE) {
    const cause = findLinear()
    if (cause instanceof SyntaxError) {
      throw new UnboundedError(`could take too long, as it ${cause.message}`, { cause })
    }
  }
  const engineFor = (length: number): { engine: Engine; steps: number } | undefined => {
    let engine: Engine = backtracking
    let steps = stepsPerCharacter(length)
    const linear = steps <= MAX_STEPS ? undefined : findLinear()
    if (linear instanceof SyntaxError) {
      if (steps > MAX_STEPS_ALONE) return undefined
    } else if (linear !== undefined) {
      engine = linear
      steps = linear.stepsPerCharacter
    }
    return steps * length <= MAX_STEPS_IN_ALL ? { engine, steps: steps * length } : undefined
  }
  return {
    test: (text) => engineFor(text.length)?.engine.test(text),
    matches: (text) => engineFor(text.length)?.engine.matches(text),
    steps: (length) => engineFor(length)?.steps ?? 0,
  }
}

/** The search of JavaScript itself. */
export function createBacktracking({ source, ignoreCase }: Pattern): Engine {
  // Classes in classes need the flag `v`. Other expressions do without: V8 of Node 20 has `(?:[b-é][\p{L}_]){1,3}(?:.b)+`
  // miss "bé b" with it.
  const set = /\[\^?\[/.test(source) ? 'v' : 'u'
  const expression = new RegExp(source, `g${set}${ignoreCase ? 'i' : ''}`)
  return {
    test: (text) => text.search(expression) >= 0,
    matches(text) {
      // A global expression goes on where it was.
      expression.lastIndex = 0
      return Array.from(text.matchAll(expression), ({ 0: found, index }) => {
        return { text: found, start: index, end: index + found.length }
      })
    },
  }
}
