import { textOf as xmlTextOf } from '../../xml/node.ts'
import { readXml } from '../../xml/parse.ts'
import type { Check, CheckedUnit } from '../check.ts'
import { type Flags, numberOfFlag } from '../flags.ts'
import { expressionOfTexts, replaceMatches } from '../placeholders/expression.ts'
import { countNoun, subjectOf } from '../sentence.ts'
import { countCodePoints, countOf, hasAtMost } from '../text.ts'

/** The check that no form is longer than the flag allows. */
export const maxLengthCheck: Check = {
  id: 'max-length',
  name: 'Maximum length of translation',
  severity: 'error',
  description: 'Translation should not exceed given length',
  kind: 'target',
  enabledBy: ['max-length'],
  ignoredBy: 'ignore-max-length',
  fails: (unit) => longForm(unit) >= 0,
  explain(unit) {
    const form = Math.max(0, longForm(unit))
    const target = unit.targets[form] ?? ''
    const measured = measuredText(target, unit)
    const length = countCodePoints(measured)
    const limit = numberOfFlag(unit.flags, 'max-length') ?? 0
    const start = measured === target ? offsetOf(limit, target) : 0
    return {
      explanation: `${subjectOf(form, unit.targets.length)} has ${countNoun(length, 'character')}; the limit is ${limit}`,
      spans: start < target.length ? [{ side: 'target', form, start, end: target.length }] : [],
    }
  },
}

/** What a source may take of the length that its translations may have. */
const SOURCE_SHARE = 0.85

/** The check that no source is so long that its translations will hardly fit. */
export const sourceMaxLengthCheck: Check = {
  id: 'source-max-length',
  name: 'Source string length',
  severity: 'note',
  description: 'The source string is close to the maximum length of its translations',
  kind: 'source',
  since: '2026.10',
  enabledBy: ['max-length'],
  ignoredBy: 'ignore-source-max-length',
  fails: (unit) => longSource(unit) >= 0,
  explain(unit) {
    const form = Math.max(0, longSource(unit))
    const source = unit.sources[form] ?? ''
    const length = countCodePoints(measuredText(source, unit))
    const limit = numberOfFlag(unit.flags, 'max-length') ?? 0
    return {
      explanation: `The source has ${countNoun(length, 'character')}; translations may have ${limit}`,
      spans: source === '' ? [] : [{ side: 'source', form, start: 0, end: source.length }],
    }
  },
}

/** The check that no form has more lines than the flag allows. */
export const maxLinesCheck: Check = {
  id: 'max-lines',
  name: 'Maximum number of lines',
  severity: 'error',
  description: 'Translation has too many lines',
  kind: 'target',
  since: '2026.10',
  enabledBy: ['max-lines'],
  ignoredBy: 'ignore-max-lines',
  fails: (unit) => tallForm(unit) >= 0,
  explain(unit) {
    const form = Math.max(0, tallForm(unit))
    const target = unit.targets[form] ?? ''
    const limit = numberOfFlag(unit.flags, 'max-lines')
    return {
      explanation:
        limit === undefined
          ? 'The flag `max-lines` names no number'
          : `${subjectOf(form, unit.targets.length)} has ${countNoun(countLines(target, unit), 'line')}; the limit is ${limit}`,
      spans: target === '' ? [] : [{ side: 'target', form, start: 0, end: target.length }],
    }
  },
}

/** The first form that is too long, -1 without one. */
function longForm(unit: CheckedUnit): number {
  const limit = numberOfFlag(unit.flags, 'max-length')
  if (limit === undefined) return -1
  return unit.targets.findIndex((target) => !hasAtMost(limit, measuredText(target, unit)))
}

function longSource(unit: CheckedUnit): number {
  const limit = numberOfFlag(unit.flags, 'max-length')
  if (limit === undefined) return -1
  const most = Math.floor(SOURCE_SHARE * limit)
  return unit.sources.findIndex((source) => !hasAtMost(most, measuredText(source, unit)))
}

function tallForm(unit: CheckedUnit): number {
  if (unit.flags.get('max-lines')?.length === 0) return -1
  const limit = numberOfFlag(unit.flags, 'max-lines') ?? 0
  return unit.targets.findIndex((target) => countLines(target, unit) > limit)
}

function countLines(target: string, { flags }: CheckedUnit): number {
  return countOf('\n', replaced(target, flags)) + 1
}

/** The text as it will be shown: without markup, with what replaces its placeholders. */
function measuredText(text: string, { flags }: CheckedUnit): string {
  if (!flags.has('xml-text') || !/[<&\r]/.test(text)) return replaced(text, flags)
  const { nodes, fault } = readXml(text, { entities: 'keep', isContent: true })
  return replaced(fault === undefined ? xmlTextOf({ children: nodes }) : text, flags)
}

/** The text after the replacements that the flag `replacements` lists. */
function replaced(text: string, flags: Flags): string {
  const values = flags.get('replacements') ?? []
  const partners = new Map<string, string>()
  for (let index = 0; index + 1 < values.length; index += 2) {
    partners.set(textOf(values[index]), textOf(values[index + 1]))
  }
  const expression = expressionOfTexts([...partners.keys()])
  return replaceMatches(text, expression, (match) => partners.get(match) ?? match)
}

function textOf(value: string | { readonly regex: string } | undefined): string {
  return typeof value === 'object' ? value.regex : (value ?? '')
}

/** The UTF-16 offset behind a number of code points. */
function offsetOf(codePoints: number, text: string): number {
  let offset = 0
  for (let count = 0; count < codePoints && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}
