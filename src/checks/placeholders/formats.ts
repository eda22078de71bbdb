import type { CheckedUnit } from '../check.ts'
import * as brace from './brace.ts'
import * as percent from './percent.ts'
import type { PlaceholderSyntax } from './placeholder.ts'

/** A place in the translation that breaks a rule; `predicate` follows the name of the text: "has a stray `{`". */
interface Fault {
  readonly start: number
  readonly end: number
  readonly predicate: string
}

/** A format of placeholders and how Weblate names its check. */
export interface Format {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly syntax: PlaceholderSyntax
  /** Without it, the flag is named like the check. */
  readonly enabledBy?: readonly string[]
  /** A rule for the translation besides the placeholders. */
  readonly findFault?: (target: string, source: string) => Fault | undefined
  /** Whether the unit is one of this format; without it, all units with the flag are. */
  readonly applies?: (unit: CheckedUnit) => boolean
}

/** The formats in the default order. */
export const formats: readonly Format[] = [
  {
    id: 'python_format',
    name: 'Python format',
    description: 'Python format string does not match source',
    syntax: percent.python,
  },
  {
    id: 'python_brace_format',
    name: 'Python brace format',
    description: 'Python brace format string does not match source',
    syntax: brace.pythonBrace,
    findFault: findStrayBrace,
  },
  {
    id: 'php_format',
    name: 'PHP format',
    description: 'PHP format string does not match source',
    syntax: percent.php,
  },
  {
    id: 'c_format',
    name: 'C format',
    description: 'C format string does not match source',
    syntax: percent.c,
  },
  {
    id: 'perl_format',
    name: 'Perl format',
    description: 'Perl format string does not match source',
    syntax: percent.c,
  },
  {
    id: 'perl_brace_format',
    name: 'Perl brace format',
    description: 'Perl brace format string does not match source',
    syntax: brace.perlBrace,
  },
  {
    id: 'javascript_format',
    name: 'JavaScript format',
    description: 'JavaScript format string does not match source',
    syntax: percent.c,
  },
  {
    id: 'lua_format',
    name: 'Lua format',
    description: 'Lua format string does not match source',
    syntax: percent.c,
  },
  {
    id: 'object_pascal_format',
    name: 'Object Pascal format',
    description: 'Object Pascal format string does not match source',
    syntax: percent.objectPascal,
  },
  {
    id: 'scheme_format',
    name: 'Scheme format',
    description: 'Scheme format string does not match source',
    syntax: percent.scheme,
  },
  {
    id: 'c_sharp_format',
    name: 'C# format',
    description: 'C# format string does not match source',
    syntax: brace.cSharp,
    enabledBy: ['c-sharp-format', 'csharp-format'],
  },
  {
    id: 'java_printf_format',
    name: 'Java format',
    description: 'Java format string does not match source',
    syntax: percent.javaPrintf,
  },
  {
    id: 'java_format',
    name: 'Java MessageFormat',
    description: 'Java MessageFormat string does not match source',
    syntax: brace.javaMessage,
    enabledBy: ['java-format', 'auto-java-messageformat'],
    applies: isJavaMessage,
    findFault: findOddApostrophe,
  },
  {
    id: 'percent_placeholders',
    name: 'Percent placeholders',
    description: 'The percent placeholders do not match source',
    syntax: percent.percentPlaceholders,
  },
  {
    id: 'vue_format',
    name: 'Vue I18n formatting',
    description: 'The Vue I18n formatting does not match source',
    syntax: brace.vue,
  },
  {
    id: 'i18next_interpolation',
    name: 'i18next interpolation',
    description: 'The i18next interpolation does not match source',
    syntax: brace.i18next,
  },
  {
    id: 'es_format',
    name: 'ECMAScript template literals',
    description: 'ECMAScript template literals do not match source',
    syntax: brace.ecmaScript,
  },
  {
    id: 'automattic_components_format',
    name: 'Automattic components formatting',
    description: 'Automattic components formatting does not match source',
    syntax: brace.automattic,
  },
  {
    id: 'angularjs_format',
    name: 'AngularJS interpolation string',
    description: 'AngularJS interpolation strings do not match source',
    syntax: brace.angular,
  },
  {
    id: 'qt_format',
    name: 'Qt format',
    description: 'Qt format string does not match source',
    syntax: percent.qt,
  },
  {
    id: 'qt_plural_format',
    name: 'Qt plural format',
    description: 'Qt plural format string does not match source',
    syntax: percent.qtPlural,
  },
  {
    id: 'ruby_format',
    name: 'Ruby format',
    description: 'Ruby format string does not match source',
    syntax: percent.ruby,
  },
]

/** Also an apostrophe that opens a quotation must be closed. */
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

/** A brace outside of placeholders. */
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

/** With the flag `auto-java-messageformat` only sources with a placeholder are of the format. */
function isJavaMessage({ flags, sources }: CheckedUnit): boolean {
  return flags.has('java-format') || sources.some((source) => source.includes('{0'))
}
