import type { Check, CheckedUnit } from '../check.ts'
import { type FormExplanation, formCheck } from '../form-check.ts'
import { stripEntities } from '../markup/entity.ts'
import { stripPlaceholders } from '../placeholders/strip.ts'
import { findForm } from '../plurals/plural-pairs.ts'
import { differsIn, quote } from '../sentence.ts'
import { baseLanguage, hasAtMost } from '../text.ts'

const SPACE = 0x20

/** The checks of spaces. */
export const spacingChecks: readonly Check[] = [
  formCheck({
    id: 'begin_space',
    name: 'Starting spaces',
    description: 'Source and translation do not both start with same number of spaces',
    severity: 'warning',
    fails: (source, target) => leading(source) !== leading(target) && isComparable(source, target),
    explain: ({ source, target }) => [
      explainSpaces('start', leading(source), leading(target)),
      ['source', 0, leading(source)],
      ['target', 0, leading(target)],
    ],
  }),
  formCheck({
    id: 'end_space',
    name: 'Trailing space',
    description: 'Source and translation do not both end with a space',
    severity: 'warning',
    ends: new Set([SPACE]),
    fails: (source, target) =>
      source !== '' && trailing(source) !== trailing(target) && isComparable(source, target),
    explain: ({ source, target }) => [
      explainSpaces('end', trailing(source), trailing(target)),
      ['source', source.length - trailing(source), source.length],
      ['target', target.length - trailing(target), target.length],
    ],
  }),
  formCheck({
    id: 'double_space',
    name: 'Double space',
    description: 'Translation contains double space',
    severity: 'note',
    fails: addsDoubleSpace,
    isHarmless: (unit) => failsBySyntax(unit, addsDoubleSpace),
    explain: ({ target }) => [
      'The translation has two spaces in a row; the source does not',
      ['target', target.indexOf('  '), target.indexOf('  ') + 2],
    ],
  }),
  formCheck({
    id: 'zero-width-space',
    name: 'Zero-width space',
    description: 'Translation contains extra zero-width space character',
    severity: 'warning',
    fails: (source, target, { language }) =>
      target.includes('\u200b') &&
      !source.includes('\u200b') &&
      baseLanguage(language.code) !== 'km',
    explain: ({ target }) => [
      'The translation has a zero-width space; the source does not',
      ['target', target.indexOf('\u200b'), target.indexOf('\u200b') + 1],
    ],
  }),
  formCheck({
    id: 'punctuation_spacing',
    name: 'Punctuation spacing',
    description: 'Missing non breakable space before double punctuation sign',
    severity: 'note',
    isHarmless: (unit) =>
      failsBySyntax(unit, (_, target) => unspacedSign(marked(target, unit)) >= 0),
    fails: (_, target, unit) => isFrench(unit) && unspacedSign(plain(target, unit)) >= 0,
    explain: ({ target, unit }) => explainSign(target, plain(target, unit)),
  }),
]

function addsDoubleSpace(source: string, target: string): boolean {
  return target.includes('  ') && source !== '' && !source.includes('  ')
}

/** Explains a missing space; `text` is the text in which the sign was found. */
function explainSign(target: string, text: string): FormExplanation {
  const sign = text[unspacedSign(text)] ?? ''
  // The offset is that of the translation only if no placeholders or entities were removed.
  const at = text === target ? unspacedSign(text) : 0
  return [
    `The translation has no space before ${quote(sign)}`,
    ['target', at, text === target ? at + 1 : 0],
  ]
}

function explainSpaces(verb: 'start' | 'end', inSource: number, inTarget: number): string {
  const spaces = (count: number): string => (count === 1 ? 'a space' : `${count} spaces`)
  if (inSource > 0 && inTarget > 0) {
    return `The translation ${verb}s with ${spaces(inTarget)}; the source with ${spaces(inSource)}`
  }
  return differsIn(inTarget > 0, verb, spaces(inSource + inTarget))
}

function leading(text: string): number {
  let count = 0
  while (text.charCodeAt(count) === SPACE) count++
  return count
}

function trailing(text: string): number {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--
  return text.length - end
}

/** Returns whether spaces at the edges are significant: not in single characters or all-space translations. */
function isComparable(source: string, target: string): boolean {
  if (hasAtMost(1, source) && hasAtMost(1, target)) return false
  return leading(target) < target.length
}

function isFrench({ language }: CheckedUnit): boolean {
  return baseLanguage(language.code) === 'fr' && language.code !== 'fr_CA'
}

function plain(target: string, unit: CheckedUnit): string {
  if (unit.weblate !== '5.14') return marked(target, unit)
  return signs.test(target) ? stripEntities(stripPlaceholders(target, unit.flags)) : ''
}

/** Replaces placeholders by words, as 2026.10 does before a sign; a closing BBCode tag counts as a word too. */
function marked(target: string, { flags }: CheckedUnit): string {
  if (!signs.test(target)) return ''
  return stripEntities(stripPlaceholders(target, flags, 'all', /^\[/))
}

const signs = /[:;?!]/
const edge = /[\p{Zs}\p{Ps}\p{Pe}]/u

/** Returns the offset of the first `: ; ? !` without a space before it; -1 if there is none. */
function unspacedSign(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (!isSign(text.charCodeAt(i))) continue
    if (i === 0) return i
    if (i + 1 < text.length && !edge.test(String.fromCodePoint(text.codePointAt(i + 1) ?? 0))) {
      continue
    }
    const before = text.charCodeAt(i - 1)
    if (!isSign(before) && !isSpace(before)) return i
  }
  return -1
}

function isSign(unit: number): boolean {
  return unit === 0x3a || unit === 0x3b || unit === 0x3f || unit === 0x21
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === 0xa0 || unit === 0x202f || unit === 0x2009
}

/** A placeable, or the start of one up to its variants: `{ DATETIME($day, month: "long") }`, `{ $count ->`. */
const PLACEABLE = /\{[^{}]*?(?:->|\})/g
const INDENTATION = /\n +/g

/** Returns whether a unit is of Fluent, and fails only because of what Fluent's syntax needs around the texts. */
function failsBySyntax(
  unit: CheckedUnit,
  fails: (source: string, target: string, unit: CheckedUnit) => boolean,
): boolean {
  if (!unit.flags.has('fluent-target-syntax')) return false
  const { sources, targets } = unit
  const plain = {
    ...unit,
    sources: sources.map(withoutSyntax),
    targets: targets.map(withoutSyntax),
  }
  return findForm(plain, fails) < 0
}

/** Returns a text with a word for each placeable, and without the indentation of its lines. */
function withoutSyntax(text: string): string {
  return text.replace(PLACEABLE, 'x').replace(INDENTATION, '\n')
}
