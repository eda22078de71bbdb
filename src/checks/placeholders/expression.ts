import { oncePer } from '../../cache.ts'
import { beginningOf, unless } from '../../errors.ts'
import { compileRegExp } from '../../regexp/compile.ts'
import type { Expression, Match } from '../../regexp/expression.ts'
import { escapeRegExp } from '../../regexp/pattern.ts'
import { translatePython } from '../../regexp/python.ts'
import { type Flags, type FlagValue, textOfValue } from '../flags.ts'

/** Returns the expression in flags; undefined if there is none or it is not supported. */
export type ExpressionOf = (flags: Flags) => Expression | undefined

/** Caches expressions by flags, which are the same object for the same text. */
function oncePerFlags(create: ExpressionOf): ExpressionOf {
  const cached = oncePer((flags: Flags) => ({ expression: create(flags) }))
  return (flags) => cached(flags).expression
}

/** Returns the expression of the check `placeholders`. */
export const placeholdersOf: ExpressionOf = oncePerFlags((flags) =>
  expressionOfValues(flags.get('placeholders') ?? [], flags.has('case-insensitive')),
)

/** Returns the expression of the flag `placeholders` with case preserved. */
export const exactPlaceholdersOf: ExpressionOf = oncePerFlags((flags) =>
  expressionOfValues(flags.get('placeholders') ?? []),
)

/** Returns the expression of the check `regex`, whose value is an expression even if it is not marked as one. */
export const regexOf: ExpressionOf = oncePerFlags((flags) => {
  const regex = sourceOfRegex(flags)
  return regex === '' ? undefined : expressionOfValues([{ regex }])
})

/** Returns the value of the flag `regex`. */
export function sourceOfRegex(flags: Flags): string {
  return textOfValue(flags.get('regex')?.[0] ?? '')
}

/**
 * Describes each unsupported expression in flags by a phrase: "the regular expression (a+)+\b of the flag regex ...".
 */
export function refusedExpressions(flags: Flags): string[] {
  return ['regex', 'placeholders', 'replacements'].flatMap((name) => {
    const flagValues = flags.get(name) ?? []
    // The text of a regex is an expression, too.
    const values =
      name === 'regex' ? flagValues.map((value) => ({ regex: textOfValue(value) })) : flagValues
    const ignoreCase = name === 'placeholders' && flags.has('case-insensitive')
    const refused = values.flatMap((value) => {
      const reason = typeof value === 'string' ? undefined : reasonToRefuse([value], ignoreCase)
      if (typeof value === 'string' || reason === undefined) return []
      return [`the regular expression ${beginningOf(value.regex)} of the flag ${name} ${reason}`]
    })
    const reason = refused.length > 0 ? undefined : reasonToRefuse(values, ignoreCase)
    return reason === undefined ? refused : [`the list of the flag ${name} ${reason}`]
  })
}

function reasonToRefuse(values: readonly FlagValue[], ignoreCase: boolean): string | undefined {
  try {
    if (values.length > 0) compileValues(values, ignoreCase)
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

/**
 * Compiles plain texts and expressions into one expression, in which the first that matches at a position wins; undefined
 * if there are none, or they cannot be searched for.
 */
export function expressionOfValues(
  values: readonly FlagValue[],
  ignoreCase = false,
): Expression | undefined {
  if (values.length === 0) return undefined
  // An alert of the component or an error in the configuration reports expressions that are not supported.
  return unless(() => compileValues(values, ignoreCase), SyntaxError)
}

/** Compiles alternatives in order: plain texts, and expressions in Python's syntax. Throws SyntaxError. */
function compileValues(values: readonly FlagValue[], ignoreCase: boolean): Expression {
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '')
  if (!ignoreCase && texts.length === values.length) return compileTexts(texts)
  // Python searches again where it found an empty text, JavaScript behind it: an empty text must not hide the others.
  const ordered = values.toSorted((a, b) => Number(a === '') - Number(b === ''))
  const patterns = ordered.map((value) =>
    typeof value === 'string'
      ? { source: escapeRegExp(value), ignoreCase: false }
      : translatePython(value.regex),
  )
  return compileRegExp({
    source: patterns.map(({ source }) => source).join('|'),
    ignoreCase: ignoreCase || patterns.some((pattern) => pattern.ignoreCase),
  })
}

/**
 * Searches for plain, non-empty texts; at each position, the first one in the list wins. A regular expression for many
 * or long texts could overflow the stack of JavaScript's compiler.
 */
function compileTexts(texts: readonly string[]): Expression {
  return {
    test: (text) => texts.some((part) => text.includes(part)),
    matches: (text) => findAll(texts, text),
  }
}

function findAll(texts: readonly string[], text: string): Match[] {
  let open = texts.map((part) => ({ part, start: text.indexOf(part) }))
  const matches: Match[] = []
  for (;;) {
    open = open.filter(({ start }) => start >= 0)
    const [initial] = open
    if (initial === undefined) return matches
    // Picks the first of the texts that start at the same position.
    const next = open.reduce((best, other) => (other.start < best.start ? other : best), initial)
    const end = next.start + next.part.length
    matches.push({ text: next.part, start: next.start, end })
    for (const each of open) if (each.start < end) each.start = text.indexOf(each.part, end)
  }
}
