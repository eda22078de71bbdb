import { oncePer } from '../../cache.ts'
import { beginningOf } from '../../errors.ts'
import { compileRegExp } from '../../regexp/compile.ts'
import type { Expression, Match } from '../../regexp/expression.ts'
import { escapeRegExp } from '../../regexp/pattern.ts'
import { translatePython } from '../../regexp/python.ts'
import type { Flags, FlagValue } from '../flags.ts'

/** The expression that flags ask for; undefined without one, and for one that cannot be searched for. */
export type ExpressionOf = (flags: Flags) => Expression | undefined

/** Flags are the same object for the same text: their expressions are made once. */
function oncePerFlags(create: ExpressionOf): ExpressionOf {
  const cached = oncePer((flags: Flags) => ({ expression: create(flags) }))
  return (flags) => cached(flags).expression
}

/** Of the check `placeholders`. */
export const placeholdersOf: ExpressionOf = oncePerFlags((flags) =>
  tryToCompile(flags.get('placeholders') ?? [], flags.has('case-insensitive')),
)

/** What the flag `placeholders` lists, in their own case. */
export const exactPlaceholdersOf: ExpressionOf = oncePerFlags((flags) =>
  tryToCompile(flags.get('placeholders') ?? [], false),
)

/** Of the check `regex`, whose value is an expression even without the mark of one. */
export const regexOf: ExpressionOf = oncePerFlags((flags) => {
  const regex = sourceOfRegex(flags)
  return regex === '' ? undefined : tryToCompile([{ regex }], false)
})

/** What stands in the flag `regex`. */
export function sourceOfRegex(flags: Flags): string {
  const value = flags.get('regex')?.[0] ?? ''
  return typeof value === 'string' ? value : value.regex
}

/** Why what flags list cannot be searched for, one phrase each: "the regular expression (a+)+\b of the flag regex ...". */
export function refusedExpressions(flags: Flags): string[] {
  return ['regex', 'placeholders', 'replacements'].flatMap((name) => {
    const values = flags.get(name) ?? []
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

/** A text with what stands for the matches of an expression in it; as it is without one, or when it is too long for it. */
export function replaceMatches(
  text: string,
  expression: Expression | undefined,
  replacementOf: (matched: string) => string,
): string {
  let result = ''
  let copiedTo = 0
  for (const { start, end, text: matched } of expression?.matches(text) ?? []) {
    result += text.slice(copiedTo, start) + replacementOf(matched)
    copiedTo = end
  }
  return result + text.slice(copiedTo)
}

/** Of plain texts, at each place the first that is there; undefined without any, and for more than can be searched for. */
export function expressionOfTexts(
  texts: readonly string[],
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): Expression | undefined {
  return tryToCompile(texts, ignoreCase)
}

function tryToCompile(values: readonly FlagValue[], ignoreCase: boolean): Expression | undefined {
  if (values.length === 0) return undefined
  try {
    return compileValues(values, ignoreCase)
  } catch (error) {
    // An alert of the component, or a mistake of the configuration, names it.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Alternatives in their order: text stands for itself, expressions are Python's. Throws SyntaxError. */
function compileValues(values: readonly FlagValue[], ignoreCase: boolean): Expression {
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '')
  if (!ignoreCase && texts.length === values.length) return compileTexts(texts)
  const patterns = values.map((value) =>
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
 * A search for plain texts, at each place for the first of them; none is empty. An expression for many or long ones could
 * overflow the stack of JavaScript's compiler.
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
    // The first of those that start at the same place.
    const next = open.reduce((best, other) => (other.start < best.start ? other : best), initial)
    const end = next.start + next.part.length
    matches.push({ text: next.part, start: next.start, end })
    for (const each of open) if (each.start < end) each.start = text.indexOf(each.part, end)
  }
}
