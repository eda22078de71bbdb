import { oncePer } from '../../cache.ts'
import type { Range } from '../check.ts'
import type { Flags } from '../flags.ts'
import { findBbcode } from '../markup/bbcode.ts'
import { replaceParts } from '../text.ts'
import * as brace from './brace.ts'
import * as percent from './percent.ts'
import type { Placeholder, PlaceholderSyntax } from './placeholder.ts'

type Find = (text: string) => readonly Range[]

/** Placeholder syntaxes by flag; the first one in a unit's flags applies. */
const SYNTAXES: ReadonlyMap<string, PlaceholderSyntax> = new Map([
  ['python-format', percent.python],
  ['php-format', percent.php],
  ['c-format', percent.c],
  ['object-pascal-format', percent.objectPascal],
  ['perl-format', percent.c],
  ['perl-brace-format', brace.perlBrace],
  ['javascript-format', percent.c],
  ['lua-format', percent.c],
  ['python-brace-format', brace.pythonBrace],
  ['scheme-format', percent.scheme],
  ['c-sharp-format', brace.cSharp],
  ['java-printf-format', percent.javaPrintf],
  ['automattic-components-format', brace.automattic],
])

/** Used if a unit has none of the flags above. */
const MARKUP: ReadonlyMap<string, Find> = new Map([
  ['qt-format', percent.qt.find],
  ['qt-plural-format', percent.qtPlural.find],
  ['ruby-format', percent.ruby.find],
  ['rst-text', findRst],
  ['percent-placeholders', percent.percentPlaceholders.find],
  ['bbcode-text', findBbcode],
])

interface StripOptions {
  /** Which parts to replace by `x-weblate-` and their offset instead of removing them: markup only, or all. */
  readonly marks?: 'markup' | 'all'
  readonly keeps?: RegExp
}

/**
 * Removes the placeholders of the first format in the flags, or else the first markup (Qt, Ruby, reStructuredText,
 * percent placeholders, BBCode).
 */
export function stripPlaceholders(
  text: string,
  flags: Flags,
  { marks, keeps }: StripOptions = {},
): string {
  const { syntax, markup } = formatOf(flags)
  const mark = ({ start }: Range) => `x-weblate-${start}`
  if (syntax !== undefined) {
    const isPlain = !syntax.marks.some((each) => text.includes(each))
    const replacement = marks === 'all' ? mark : undefined
    return isPlain ? text : replaceParts(text, syntax.find(text), replacement)
  }
  if (markup === undefined) return text
  const ranges = markup(text).filter(({ start, end }) => !keeps?.test(text.slice(start, end)))
  return replaceParts(text, ranges, marks && mark)
}

interface TextFormat {
  readonly syntax: PlaceholderSyntax | undefined
  readonly markup: Find | undefined
}

/** Returns the first syntax and the first markup in the flags; cached, since many units share flags. */
const formatOf = oncePer(
  (flags: Flags): TextFormat => ({
    syntax: firstNamed(SYNTAXES, flags),
    markup: firstNamed(MARKUP, flags),
  }),
)

function firstNamed<T>(values: ReadonlyMap<string, T>, flags: Flags): T | undefined {
  for (const [flag, value] of values) if (flags.has(flag)) return value
  return undefined
}

/**
 * Returns the placeholders whose meaning depends on their order, for all formats in the flags; each position once,
 * sorted by start. Lone percent signs count; `%%` counts for Python only.
 */
export function unnamedPlaceholders(text: string, flags: Flags): readonly Placeholder[] {
  const placeholders = new Map<string, Placeholder>()
  for (const [flag, syntax] of SYNTAXES) {
    if (!flags.has(flag) || !syntax.marks.some((mark) => text.includes(mark))) continue
    for (const placeholder of syntax.find(text)) {
      const { start, end, value } = placeholder
      const isUnnamed = flag === 'python-format' ? !value.includes('(') : syntax.isUnnamed?.(value)
      if (isUnnamed) placeholders.set(`${start}-${end}`, placeholder)
    }
  }
  return [...placeholders.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

/**
 * Finds roles with their text, and literals. Matches runs of letters and colons as a whole, so that they are scanned
 * once.
 */
function findRst(text: string): ReturnType<Find> {
  const pattern = /(?<head>[a-z]*)(?::[a-z:]+:`[^`]+`)|``[^`]+``|[a-z:]+/g
  return Array.from(text.matchAll(pattern), ({ index, groups, 0: match }) => {
    const start = index + (groups?.['head'] ?? '').length
    return { start, end: index + match.length }
  }).filter(({ end }) => text[end - 1] === '`')
}
