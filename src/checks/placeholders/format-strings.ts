import type { Check, CheckedUnit, Explanation } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { subjectOf } from '../sentence.ts'
import { compareForms } from './difference.ts'
import { explainDifference } from './explain.ts'
import { enablingFlags, type Format, formats } from './formats.ts'
import { type FormPair, pairForms } from './pairing.ts'
import { isReordered } from './reordered.ts'

/** Checks that compare the placeholders of source and translation, one per format. */
export const formatStringChecks: readonly Check[] = formats.map(createCheck)

function createCheck(format: Format): Check {
  const { id, name, description, since } = format
  return {
    id,
    ...(since === undefined ? {} : { since }),
    name,
    description,
    severity: 'error',
    kind: 'target',
    enabledBy: enablingFlags(format),
    ignoredBy: ignoreFlag(id),
    fails: (unit) => pairsOf(unit, format).some((pair) => failsIn(pair, format)),
    isHarmless: (unit) => isReorderedOnly(unit, format),
    explain: (unit) => explainFirst(unit, format),
  }
}

/** Returns whether numbered instead of ordered arguments are the only difference. */
function isReorderedOnly(unit: CheckedUnit, format: Format): boolean {
  const { numbering, findFault } = format
  if (numbering === undefined || findFault !== undefined) return false
  const failing = pairsOf(unit, format).filter((pair) => failsIn(pair, format))
  return failing.every((pair) => isReordered(pair, numbering))
}

const NONE: readonly FormPair[] = []

function pairsOf(unit: CheckedUnit, { syntax, applies }: Format): readonly FormPair[] {
  const hasMark = (text: string): boolean => syntax.marks.some((mark) => text.includes(mark))
  if (!unit.targets.some(hasMark) && !unit.sources.some(hasMark)) return NONE
  if (applies?.(unit) === false) return NONE
  // Escapes such as `%%` count as placeholders here.
  return pairForms(unit, (text) => hasMark(text) && syntax.find(text).length > 0)
}

function failsIn(pair: FormPair, { syntax, findFault }: Format): boolean {
  return (
    findFault?.(pair.target, pair.source) !== undefined || compareForms(syntax, pair) !== undefined
  )
}

/** Explains the first form that fails: its differences, and errors in its syntax. */
function explainFirst(unit: CheckedUnit, format: Format): Explanation {
  const formCount = unit.targets.length
  for (const pair of pairsOf(unit, format)) {
    const difference = compareForms(format.syntax, pair)
    const fault = format.findFault?.(pair.target, pair.source)
    const facts = difference && explainDifference(pair, difference, formCount)
    if (facts !== undefined && fault === undefined) return facts
    if (fault === undefined) continue
    const { start, end, predicate } = fault
    const subject = subjectOf(pair.targetForm, formCount)
    const sentence = `${subject} ${predicate}`
    const span = { side: 'target', form: pair.targetForm, start, end } as const
    return {
      explanation: facts
        ? `${facts.explanation}; ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
        : sentence,
      spans: [...(facts?.spans ?? []), span],
    }
  }
  return { explanation: '', spans: [] }
}
