import { parsePythonRegExp } from '../../regexp/python.ts'
import { runWithin, TimeLimitError } from '../../time-limit.ts'
import type { FlagValue } from '../flags.ts'
import { escapeRegExp } from '../text.ts'

/** An expression that people wrote, in JavaScript's dialect, global. */
export interface Expression {
  readonly pattern: RegExp
  /** Repetitions that may run over the whole text; undefined when they may take exponential time. */
  readonly repetitions: number | undefined
}

/** A match in a text, UTF-16 offsets. */
export interface Match {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Time for one text, in milliseconds. */
const maxMilliseconds = 250
/** Steps that are certainly done in time. */
const maxSteps = 2_000_000
/** Expressions that took too long, after which no doubtful one is tried any more. */
const maxSlow = 20
const maxCached = 1000

const cache = new Map<string, Expression | undefined>()
const slow = new Set<Expression>()

/**
 * The expression for a value of a flag, or for several as alternatives in their order: text stands for itself, expressions
 * are Python's. Undefined for one that JavaScript cannot express.
 */
export function expressionOf(
  values: readonly FlagValue[],
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): Expression | undefined {
  const key = JSON.stringify([ignoreCase, values])
  if (!cache.has(key)) {
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, compile(values, ignoreCase))
  }
  return cache.get(key)
}

function compile(values: readonly FlagValue[], ignoreCase: boolean): Expression | undefined {
  try {
    const flags = new Set(ignoreCase ? 'gvi' : 'gv')
    const sources = values.map((value) => {
      if (typeof value === 'string') return escapeRegExp(value)
      const { source, flags: own } = parsePythonRegExp(value.regex)
      for (const flag of own) if (flag !== 'y') flags.add(flag)
      return value.regex === '' ? '' : source
    })
    const source = sources.join('|')
    const pattern = new RegExp(source === '' ? '(?:)' : source, [...flags].join(''))
    return { pattern, repetitions: countRepetitions(source) }
  } catch (error) {
    // What Python has and JavaScript lacks.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The matches from left to right, without overlap; undefined when the search takes more than a quarter of a second: some
 * expressions take years on short texts.
 */
export function findMatches(expression: Expression, text: string): readonly Match[] | undefined {
  const { pattern, repetitions } = expression
  if (repetitions !== undefined && (text.length + 1) ** (repetitions + 1) <= maxSteps) {
    return matchAll(pattern, text)
  }
  if (slow.has(expression) || (repetitions === undefined && slow.size >= maxSlow)) return undefined
  try {
    return runWithin(maxMilliseconds, () => matchAll(pattern, text))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    slow.add(expression)
    return undefined
  }
}

function matchAll(pattern: RegExp, text: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
    return { text: found, start: index, end: index + found.length }
  })
}

interface Group {
  readonly start: number
  /** Whether it can match the same text in more than one way. */
  isLoose: boolean
}

/**
 * Counts `*`, `+` and `{`; undefined when a group is repeated that itself has repetitions or alternatives, which may take
 * exponential time.
 */
function countRepetitions(source: string): number | undefined {
  const open: Group[] = [{ start: 0, isLoose: false }]
  let closed: Group | undefined
  let count = 0
  const element =
    /\\[pPuxk](?:\{[^}]*\}|<[^>]*>)|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<[^>]*>)|./gsu
  for (const { 0: part, index } of source.matchAll(element)) {
    const group = open.at(-1)
    if (part.startsWith('(')) {
      open.push({ start: index, isLoose: false })
    } else if (part === ')') {
      closed = open.pop()
      const around = open.at(-1)
      if (around !== undefined && closed?.isLoose) around.isLoose = true
      continue
    } else if (/^[*+?{|]$/.test(part)) {
      if (part !== '|' && part !== '?') {
        if (closed?.isLoose) return undefined
        count++
      }
      if (group !== undefined) group.isLoose = true
    }
    closed = undefined
  }
  return count
}
