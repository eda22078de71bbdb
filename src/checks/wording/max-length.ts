import { textOf } from '../../xml/node.ts'
import { readXml } from '../../xml/parse.ts'
import type { Check, CheckedUnit, Severity, Span } from '../check.ts'
import { type Flags, numberOfFlag, textOfValue } from '../flags.ts'
import { type CheckNames, unitCheck } from '../form-check.ts'
import { expressionOfValues } from '../placeholders/expression.ts'
import { countNoun, subjectOf } from '../sentence.ts'
import { countCodePoints, countOf, hasAtMost, replaceParts } from '../text.ts'

interface Limit extends CheckNames {
  readonly severity: Severity
  readonly since?: '2026.10'
  readonly side: Span['side']
  readonly flag: 'max-length' | 'max-lines'
  /** Returns the maximum that texts may have; undefined if the flag sets no limit. */
  limitOf(flags: Flags): number | undefined
  isOver(text: string, limit: number, unit: CheckedUnit): boolean
  /** Explains a failure; `form` names the text in the sentence. */
  explanationOf(text: string, form: string, unit: CheckedUnit): string
  /** Returns the offset at which the excess starts, if known. */
  surplusAt?(text: string, limit: number, unit: CheckedUnit): number
}

/** Returns a check that no source, or no target form, exceeds the limit of a flag. */
function limitCheck({
  side,
  flag,
  limitOf,
  isOver,
  explanationOf,
  surplusAt,
  ...description
}: Limit): Check {
  return unitCheck({
    ...description,
    kind: side,
    enabledBy: [flag],
    fails(unit) {
      const limit = limitOf(unit.flags)
      if (limit === undefined) return undefined
      const texts = side === 'source' ? unit.sources : unit.targets
      const form = texts.findIndex((text) => isOver(text, limit, unit))
      return form >= 0 && { form, text: texts[form] ?? '', limit }
    },
    explain(unit, { form, text, limit }) {
      const start = surplusAt?.(text, limit, unit) ?? 0
      return {
        explanation: explanationOf(text, subjectOf(form, unit.targets.length), unit),
        spans: start < text.length ? [{ side, form, start, end: text.length }] : [],
      }
    },
  })
}

const maxLengthOf = (flags: Flags): number | undefined => numberOfFlag(flags, 'max-length')

const charactersOf = (text: string, unit: CheckedUnit): string =>
  countNoun(countCodePoints(measuredText(text, unit)), 'character')

/** Checks that no form is longer than the flag allows. */
export const maxLengthCheck: Check = limitCheck({
  id: 'max-length',
  name: 'Maximum length of translation',
  description: 'Translation should not exceed given length',
  severity: 'error',
  side: 'target',
  flag: 'max-length',
  limitOf: maxLengthOf,
  isOver: (target, limit, unit) => !hasAtMost(limit, measuredText(target, unit)),
  explanationOf: (target, form, unit) =>
    `${form} has ${charactersOf(target, unit)}; the limit is ${maxLengthOf(unit.flags) ?? 0}`,
  surplusAt: (target, limit, unit) =>
    measuredText(target, unit) === target ? offsetOf(limit, target) : 0,
})

/** Share of the maximum length that a source may use, so that translations fit. */
const SOURCE_SHARE = 0.85

/** Checks that no source is so long that translations will hardly fit. */
export const sourceMaxLengthCheck: Check = limitCheck({
  id: 'source-max-length',
  name: 'Source string length',
  description: 'The source string is close to the maximum length of its translations',
  severity: 'note',
  since: '2026.10',
  side: 'source',
  flag: 'max-length',
  limitOf: maxLengthOf,
  isOver: (source, limit, unit) =>
    !hasAtMost(Math.floor(SOURCE_SHARE * limit), measuredText(source, unit)),
  explanationOf: (source, _form, unit) =>
    `The source has ${charactersOf(source, unit)}; translations may have ${maxLengthOf(unit.flags) ?? 0}`,
})

/** Checks that no form has more lines than the flag allows. */
export const maxLinesCheck: Check = limitCheck({
  id: 'max-lines',
  name: 'Maximum number of lines',
  description: 'Translation has too many lines',
  severity: 'error',
  since: '2026.10',
  side: 'target',
  flag: 'max-lines',
  // A value that is not a number allows no lines.
  limitOf: (flags) =>
    flags.get('max-lines')?.length === 0 ? undefined : (numberOfFlag(flags, 'max-lines') ?? 0),
  isOver: (target, limit, unit) => countLines(target, unit) > limit,
  explanationOf(target, form, unit) {
    const limit = numberOfFlag(unit.flags, 'max-lines')
    return limit === undefined
      ? 'The flag `max-lines` has no number'
      : `${form} has ${countNoun(countLines(target, unit), 'line')}; the limit is ${limit}`
  },
})

function countLines(target: string, { flags }: CheckedUnit): number {
  return countOf('\n', replaced(target, flags)) + 1
}

/** Returns the text as displayed: without markup, and with placeholders replaced. */
function measuredText(text: string, { flags }: CheckedUnit): string {
  if (!flags.has('xml-text') || !/[<&\r]/.test(text)) return replaced(text, flags)
  const { nodes, fault } = readXml(text, { entities: 'keep', isContent: true })
  return replaced(fault === undefined ? textOf({ children: nodes }) : text, flags)
}

/** Applies the replacements in the flag `replacements`. */
function replaced(text: string, flags: Flags): string {
  const values = (flags.get('replacements') ?? []).map(textOfValue)
  const partners = new Map<string, string>()
  for (let index = 0; index + 1 < values.length; index += 2) {
    partners.set(values[index]!, values[index + 1]!)
  }
  const matches = expressionOfValues([...partners.keys()])?.matches(text)
  return replaceParts(text, matches ?? [], (match) => partners.get(match.text) ?? match.text)
}

/** Converts a number of code points to a UTF-16 offset. */
function offsetOf(codePoints: number, text: string): number {
  let offset = 0
  for (let count = 0; count < codePoints && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}
