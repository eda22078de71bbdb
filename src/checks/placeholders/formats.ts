import type { CheckedUnit, Range } from '../check.ts'
import { countOf } from '../text.ts'
import * as brace from './brace.ts'
import * as percent from './percent.ts'
import type { PlaceholderSyntax } from './placeholder.ts'

/** A part of the translation that breaks a rule. `predicate` follows its text in a sentence: "has a stray `{`". */
export interface Fault extends Range {
  readonly predicate: string
}

/** How a format numbers arguments: the character between number and conversion, and the first number. */
export interface Numbering {
  readonly mark: '$' | ':'
  readonly first: 0 | 1
  /** Whether a text may number some arguments and order others: `%d` is the first one beside `%2$s`. */
  readonly canMix?: boolean
}

/** A format of placeholders. */
export interface Format {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly since?: '2026.10'
  readonly syntax: PlaceholderSyntax
  readonly enabledBy: readonly string[]
  /** Returns a violation of a rule beyond the comparison of placeholders. */
  readonly findFault?: (target: string, source: string) => Fault | undefined
  /** How the format numbers arguments, so that a translation can reorder them. */
  readonly numbering?: Numbering
  /** Value of the placeholder that programs fill in every plural form, whether or not the source has it. */
  readonly count?: string
  /** Returns whether a unit uses the format; if absent, all units with the flag do. */
  readonly applies?: (unit: CheckedUnit) => boolean
}

/** Returns a format; unless `more` has other flags, one named like its check enables it. */
function format(
  id: string,
  name: string,
  syntax: PlaceholderSyntax,
  more: Partial<Format> = {},
): Format {
  const description = `${name} string does not match source`
  return { id, name, description, syntax, enabledBy: [id.replaceAll('_', '-')], ...more }
}

const NUMBERED = { numbering: { mark: '$', first: 1 } } as const

/** The formats in the default order. */
export const formats: readonly Format[] = [
  format('python_format', 'Python format', percent.python),
  format('python_brace_format', 'Python brace format', brace.pythonBrace, {
    findFault: findStrayBrace,
  }),
  format('php_format', 'PHP format', percent.php, NUMBERED),
  format('c_format', 'C format', percent.c, NUMBERED),
  format('objc_format', 'Objective-C format', percent.objectiveC, {
    ...NUMBERED,
    since: '2026.10',
  }),
  format('perl_format', 'Perl format', percent.c, NUMBERED),
  format('perl_brace_format', 'Perl brace format', brace.perlBrace),
  format('javascript_format', 'JavaScript format', percent.c, NUMBERED),
  format('lua_format', 'Lua format', percent.c),
  format('object_pascal_format', 'Object Pascal format', percent.objectPascal, {
    numbering: { mark: ':', first: 0 },
  }),
  format('scheme_format', 'Scheme format', percent.scheme),
  format('c_sharp_format', 'C# format', brace.cSharp, {
    enabledBy: ['c-sharp-format', 'csharp-format'],
  }),
  format('laravel_format', 'Laravel format', percent.laravel, { since: '2026.10' }),
  format('java_printf_format', 'Java format', percent.javaPrintf, {
    numbering: { ...NUMBERED.numbering, canMix: true },
  }),
  format('java_format', 'Java MessageFormat', brace.javaMessage, {
    enabledBy: ['java-format', 'auto-java-messageformat'],
    applies: isJavaMessage,
    findFault: findOddApostrophe,
  }),
  format('percent_placeholders', 'Percent placeholders', percent.percentPlaceholders, {
    description: 'The percent placeholders do not match source',
  }),
  format('vue_format', 'Vue I18n formatting', brace.vue, {
    description: 'The Vue I18n formatting does not match source',
  }),
  format('i18next_interpolation', 'i18next interpolation', brace.i18next, {
    description: 'The i18next interpolation does not match source',
    count: '{{count}}',
  }),
  format('es_format', 'ECMAScript template literals', brace.ecmaScript, {
    description: 'ECMAScript template literals do not match source',
  }),
  format('automattic_components_format', 'Automattic components formatting', brace.automattic, {
    description: 'Automattic components formatting does not match source',
  }),
  format('angularjs_format', 'AngularJS interpolation string', brace.angular, {
    description: 'AngularJS interpolation strings do not match source',
  }),
  format('qt_format', 'Qt format', percent.qt),
  format('qt_plural_format', 'Qt plural format', percent.qtPlural),
  format('ruby_format', 'Ruby format', percent.ruby, NUMBERED),
]

/** Finds an apostrophe that opens a quotation but does not close it. */
function findOddApostrophe(target: string, source: string): Fault | undefined {
  if (source === '' || target === '') return undefined
  const count = countOf("'", target)
  if (count % 2 === 0) return undefined
  const start = target.lastIndexOf("'")
  return { start, end: start + 1, predicate: `has an odd number of apostrophes (${count})` }
}

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
