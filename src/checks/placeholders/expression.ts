import { compileRegExp } from '../../regexp/compile.ts'
import type { Expression } from '../../regexp/expression.ts'
import { escapeRegExp } from '../../regexp/pattern.ts'
import { translatePython } from '../../regexp/python.ts'
import type { Flags, FlagValue } from '../flags.ts'

/** The expression that flags ask for; undefined without one, and for one that cannot be searched for. */
export type ExpressionOf = (flags: Flags) => Expression | undefined

/** Flags are the same object for the same text: their expressions are made once. */
function rememberFor(create: ExpressionOf): ExpressionOf {
  const known = new WeakMap<Flags, { readonly expression: Expression | undefined }>()
  return (flags) => {
    let found = known.get(flags)
    if (found === undefined) {
      found = { expression: create(flags) }
      known.set(flags, found)
    }
    return found.expression
  }
}

/** Of the check `placeholders`. */
export const placeholdersOf: ExpressionOf = rememberFor((flags) =>
  tryToCompile(flags.get('placeholders') ?? [], flags.has('case-insensitive')),
)

/** What the flag `placeholders` lists, in their own case. */
export const exactPlaceholdersOf: ExpressionOf = rememberFor((flags) =>
  tryToCompile(flags.get('placeholders') ?? [], false),
)

/** Of the check `regex`, whose value is an expression even without the mark of one. */
export const regexOf: ExpressionOf = rememberFor((flags) => {
  const regex = sourceOfRegex(flags)
  return regex === '' ? undefined : tryToCompile([{ regex }], false)
})

/** What stands in the flag `regex`. */
export function sourceOfRegex(flags: Flags): string {
  const value = flags.get('regex')?.[0] ?? ''
  return typeof value === 'string' ? value : value.regex
}

/** Why the expressions of flags cannot be searched for, one phrase each: "the flag regex: `(a+)+\\b` ...". */
export function refusedExpressions(flags: Flags): string[] {
  return ['regex', 'placeholders'].flatMap((name) =>
    (flags.get(name) ?? []).flatMap((value) => {
      if (typeof value === 'string') return []
      try {
        compileValues([value], false)
        return []
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        return [`the regular expression ${value.regex} of the flag ${name} ${error.message}`]
      }
    }),
  )
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
