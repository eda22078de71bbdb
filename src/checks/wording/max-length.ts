import { textOf as xmlTextOf } from '../../xml/node.ts'
import { readXml } from '../../xml/parse.ts'
import type { Check, CheckedUnit } from '../check.ts'
import { numberOfFlag } from '../flags.ts'
import { expressionOfTexts, replaceMatches } from '../placeholders/expression.ts'
import { countNoun, subjectOf } from '../sentence.ts'
import { countCodePoints, hasAtMost } from '../text.ts'

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

/** The first form that is too long, -1 without one. */
function longForm(unit: CheckedUnit): number {
  const limit = numberOfFlag(unit.flags, 'max-length')
  if (limit === undefined) return -1
  return unit.targets.findIndex((target) => !hasAtMost(limit, measuredText(target, unit)))
}

/** The text as it will be shown: without markup, with what replaces its placeholders. */
function measuredText(target: string, { flags }: CheckedUnit): string {
  let text = target
  if (flags.has('xml-text') && /[<&\r]/.test(text)) {
    const { nodes, fault } = readXml(text, { entities: 'keep', isContent: true })
    if (fault === undefined) text = xmlTextOf({ children: nodes })
  }
  const values = flags.get('replacements') ?? []
  const partners = new Map<string, string>()
  for (let index = 0; index + 1 < values.length; index += 2) {
    partners.set(textOf(values[index]), textOf(values[index + 1]))
  }
  const expression = expressionOfTexts([...partners.keys()])
  return replaceMatches(text, expression, (found) => partners.get(found) ?? found)
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
