import type { Check, CheckedUnit } from '../check.ts'
import { textOfValue } from '../flags.ts'
import { formCheck } from '../form-check.ts'
import { countNoun, quote } from '../sentence.ts'
import { countCodePoints, countOf } from '../text.ts'

/** Checks that a text has exactly one accelerator mark if the source does: `&File`. */
export const acceleratorCheck: Check = formCheck({
  id: 'accelerator',
  name: 'Accelerator key',
  description: 'Accelerator key markers do not match source',
  severity: 'error',
  since: '2026.10',
  enabledBy: ['accelerator'],
  fails(source, target, unit) {
    const mark = markOf(unit)
    if (mark === undefined) return false
    if (countCodePoints(mark) !== 1) return true
    const count = countMarks(mark, target)
    return count > 1 || count !== countMarks(mark, source)
  },
  explain({ source, target, unit }) {
    const mark = markOf(unit) ?? ''
    if (countCodePoints(mark) !== 1)
      return [`The flag \`accelerator\` is ${quote(mark)} instead of a single character`]
    const count = countNoun(countMarks(mark, target), 'accelerator')
    const at = target.indexOf(mark)
    return [
      `The translation has ${count} (${quote(mark)}); the source has ${countMarks(mark, source)}`,
      ['target', at, at < 0 ? at : at + mark.length],
    ]
  },
})

/** Returns the mark; undefined if the flag has no value. */
function markOf({ flags }: CheckedUnit): string | undefined {
  const values = flags.get('accelerator') ?? []
  if (values.length === 0) return undefined
  return values.map(textOfValue).join(':')
}

/** Counts single marks; a doubled mark is a literal character. */
function countMarks(mark: string, text: string): number {
  return countOf(mark, text.replaceAll(mark + mark, ''))
}
