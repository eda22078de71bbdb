import { textOf } from '../../xml/node.ts'
import { readXml } from '../../xml/parse.ts'
import type { Check, CheckedUnit, Explanation, Span } from '../check.ts'
import { type Flags, numberOfFlag, textOfValue } from '../flags.ts'
import { unitCheck } from '../form-check.ts'
import { expressionOfValues } from '../placeholders/expression.ts'
import { countNoun, subjectOf } from '../sentence.ts'
import { countCodePoints, countOf, hasAtMost, replaceParts } from '../text.ts'

/** Returns the first form that is over a limit. */
function firstOver(texts: readonly string[], isOver: (text: string) => boolean) {
  const form = texts.findIndex(isOver)
  return form >= 0 && { form, text: texts[form] ?? '' }
}

/** Explains that a form is over a limit from an offset on. */
function excess(explanation: string, place: Omit<Span, 'end'>, text: string): Explanation {
  const end = text.length
  return { explanation, spans: place.start < end ? [{ ...place, end }] : [] }
}

function maxLengthOf({ flags }: CheckedUnit): number | undefined {
  return numberOfFlag(flags, 'max-length')
}

function charactersOf(text: string, unit: CheckedUnit): string {
  return countNoun(countCodePoints(measuredText(text, unit)), 'character')
}

/** Checks that no form is longer than the flag allows. */
export const maxLengthCheck: Check = unitCheck({
  id: 'max-length',
  name: 'Maximum length of translation',
  description: 'Translation should not exceed given length',
  severity: 'error',
  enabledBy: ['max-length'],
  fails(unit) {
    const limit = maxLengthOf(unit) ?? Number.POSITIVE_INFINITY
    return firstOver(unit.targets, (target) => !hasAtMost(limit, measuredText(target, unit)))
  },
  explain(unit, { form, text }) {
    const limit = maxLengthOf(unit) ?? 0
    const start = measuredText(text, unit) === text ? offsetOf(limit, text) : 0
    const subject = subjectOf(form, unit.targets.length)
    const explanation = `${subject} has ${charactersOf(text, unit)}; the limit is ${limit}`
    return excess(explanation, { side: 'target', form, start }, text)
  },
})

/** Share of the maximum length that a source may use, so that translations fit. */
const SOURCE_SHARE = 0.85

/** Checks that no source is so long that translations will hardly fit. */
export const sourceMaxLengthCheck: Check = unitCheck({
  id: 'source-max-length',
  name: 'Source string length',
  description: 'The source string is close to the maximum length of its translations',
  severity: 'note',
  kind: 'source',
  since: '2026.10',
  enabledBy: ['max-length'],
  fails(unit) {
    const limit = Math.floor(SOURCE_SHARE * (maxLengthOf(unit) ?? Number.POSITIVE_INFINITY))
    return firstOver(unit.sources, (source) => !hasAtMost(limit, measuredText(source, unit)))
  },
  explain(unit, { form, text }) {
    const most = maxLengthOf(unit) ?? 0
    const explanation = `The source has ${charactersOf(text, unit)}; translations may have ${most}`
    return excess(explanation, { side: 'source', form, start: 0 }, text)
  },
})

/** Checks that no form has more lines than the flag allows. */
export const maxLinesCheck: Check = unitCheck({
  id: 'max-lines',
  name: 'Maximum number of lines',
  description: 'Translation has too many lines',
  severity: 'error',
  since: '2026.10',
  enabledBy: ['max-lines'],
  fails(unit) {
    if (unit.flags.get('max-lines')?.length === 0) return false
    // A value that is not a number allows no lines.
    const limit = numberOfFlag(unit.flags, 'max-lines') ?? 0
    return firstOver(unit.targets, (target) => countLines(target, unit) > limit)
  },
  explain(unit, { form, text }) {
    const limit = numberOfFlag(unit.flags, 'max-lines')
    const lines = countNoun(countLines(text, unit), 'line')
    const explanation =
      limit === undefined
        ? 'The flag `max-lines` has no number'
        : `${subjectOf(form, unit.targets.length)} has ${lines}; the limit is ${limit}`
    return excess(explanation, { side: 'target', form, start: 0 }, text)
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
