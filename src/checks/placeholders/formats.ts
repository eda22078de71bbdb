import type { CheckedUnit } from '../check.ts'
import * as brace from './brace.ts'
import * as percent from './percent.ts'
import type { PlaceholderSyntax } from './placeholder.ts'

/** A part of the translation that breaks a rule. `predicate` follows its text in a sentence: "has a stray `{`". */
export interface Fault {
  readonly start: number
  readonly end: number
  readonly predicate: string
}

/** How a format numbers arguments: the character between number and conversion, and the first number. */
export interface Numbering {
  readonly mark: '$' | ':'
  readonly first: 0 | 1
}

/** A format of placeholders. */
export interface Format {
  /** Id of its check. */
  readonly id: string
  readonly syntax: PlaceholderSyntax
  /** Flags that enable the check. */
  readonly enabledBy: readonly string[]
  /** Returns a violation of a rule beyond the comparison of placeholders. */
  readonly findFault?: (target: string, source: string) => Fault | undefined
  /** How the format numbers arguments, so that a translation can reorder them. */
  readonly numbering?: Numbering
  /** Returns whether a unit uses the format; if absent, all units with the flag do. */
  readonly applies?: (unit: CheckedUnit) => boolean
}

/** Returns a format; unless `more` has other flags, one named like its check enables it. */
function format(id: string, syntax: PlaceholderSyntax, more: Partial<Format> = {}): Format {
  return { id, syntax, enabledBy: [id.replaceAll('_', '-')], ...more }
}

const NUMBERED = { numbering: { mark: '$', first: 1 } } as const

/** The formats in the default order. */
export const formats: readonly Format[] = [
  format('python_format', percent.python),
  format('python_brace_format', brace.pythonBrace, { findFault: findStrayBrace }),
  format('php_format', percent.php, NUMBERED),
  format('c_format', percent.c, NUMBERED),
  format('objc_format', percent.objectiveC, NUMBERED),
  format('perl_format', percent.c, NUMBERED),
  format('perl_brace_format', brace.perlBrace),
  format('javascript_format', percent.c, NUMBERED),
  format('lua_format', percent.c),
  format('object_pascal_format', percent.objectPascal, { numbering: { mark: ':', first: 0 } }),
  format('scheme_format', percent.scheme),
  format('c_sharp_format', brace.cSharp, { enabledBy: ['c-sharp-format', 'csharp-format'] }),
  format('laravel_format', percent.laravel),
  format('java_printf_format', percent.javaPrintf, NUMBERED),
  format('java_format', brace.javaMessage, {
    enabledBy: ['java-format', 'auto-java-messageformat'],
    applies: isJavaMessage,
    findFault: findOddApostrophe,
  }),
  format('percent_placeholders', percent.percentPlaceholders),
  format('vue_format', brace.vue),
  format('i18next_interpolation', brace.i18next),
  format('es_format', brace.ecmaScript),
  format('automattic_components_format', brace.automattic),
  format('angularjs_format', brace.angular),
  format('qt_format', percent.qt),
  format('qt_plural_format', percent.qtPlural),
  format('ruby_format', percent.ruby, NUMBERED),
]

/** Finds an apostrophe that opens a quotation but does not close it. */
function findOddApostrophe(target: string, source: string): Fault | undefined {
  if (source === '' || target === '') return undefined
  let count = 0
  let last = -1
  for (let at = target.indexOf("'"); at >= 0; at = target.indexOf("'", at + 1)) {
    count++
    last = at
  }
  if (count % 2 === 0) return undefined
  const predicate = `has an odd number of apostrophes (${count})`
  return { start: last, end: last + 1, predicate }
}

/** Finds a brace outside placeholders. */
function findStrayBrace(target: string): Fault | undefined {
  if (!target.includes('{') && !target.includes('}')) return undefined
  let at = 0
  for (const { start, end } of brace.pythonBrace.find(target)) {
    const fault = strayBraceIn(target, at, start)
    if (fault !== undefined) return fault
    at = end
  }
  return strayBraceIn(target, at, target.length)
}

function strayBraceIn(text: string, from: number, to: number): Fault | undefined {
  const start = from + text.slice(from, to).search(/[{}]/)
  if (start < from) return undefined
  return { start, end: start + 1, predicate: `has a stray \`${text.charAt(start)}\`` }
}

/** With the flag `auto-java-messageformat`, only sources with a placeholder use the format. */
function isJavaMessage({ flags, sources }: CheckedUnit): boolean {
  return flags.has('java-format') || sources.some((source) => source.includes('{0'))
}
