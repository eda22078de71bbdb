import { oncePer } from '../../cache.ts'
import type { Range } from '../check.ts'
import type { Flags } from '../flags.ts'
import { findBbcode } from '../markup/bbcode.ts'
import { replaceParts } from '../text.ts'
import { formats } from './formats.ts'
import type { Placeholder, PlaceholderSyntax } from './placeholder.ts'

type Find = (text: string) => readonly Range[]

/** Placeholder syntaxes by flag; the first one in a unit's flags applies. */
const SYNTAXES: ReadonlyMap<string, PlaceholderSyntax> = new Map(
  [
    ...['python-format', 'php-format', 'c-format', 'object-pascal-format', 'perl-format'],
    ...['perl-brace-format', 'javascript-format', 'lua-format', 'python-brace-format'],
    ...['scheme-format', 'c-sharp-format', 'java-printf-format', 'automattic-components-format'],
  ].map((flag) => [flag, syntaxOf(flag)]),
)

/** Used if a unit has none of the flags above. */
const MARKUP: ReadonlyMap<string, Find> = new Map([
  ['qt-format', syntaxOf('qt-format').find],
  ['qt-plural-format', syntaxOf('qt-plural-format').find],
  ['ruby-format', syntaxOf('ruby-format').find],
  ['rst-text', findRst],
  ['percent-placeholders', syntaxOf('percent-placeholders').find],
  ['bbcode-text', findBbcode],
])

function syntaxOf(flag: string): PlaceholderSyntax {
  return formats.find(({ enabledBy }) => enabledBy.includes(flag))!.syntax
}

/**
 * Removes the placeholders of the first format in the flags, or else the first markup (Qt, Ruby, reStructuredText,
 * percent placeholders, BBCode) but for what `keeps` matches. `marks` says which parts to replace by `x-weblate-` and
 * their offset instead: markup only, or all.
 */
export function stripPlaceholders(
  text: string,
  flags: Flags,
  marks?: 'markup' | 'all',
  keeps?: RegExp,
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
