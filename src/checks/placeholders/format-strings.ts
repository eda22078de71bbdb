import type { Check, CheckedUnit, Explanation } from '../check.ts'
import { unitCheck } from '../form-check.ts'
import { subjectOf } from '../sentence.ts'
import { compareForms, type Difference, explainDifference } from './difference.ts'
import { type Fault, type Format, formats, type Numbering } from './formats.ts'
import { type FormPair, pairForms } from './pairing.ts'

/** Checks that compare the placeholders of source and translation, one per format. */
export const formatStringChecks: readonly Check[] = formats.map((format) =>
  unitCheck({
    ...format,
    severity: 'error',
    fails(unit) {
      for (const pair of pairsOf(unit, format)) {
        const problem = problemOf(pair, format)
        if (problem !== undefined) return problem
      }
      return undefined
    },
    isHarmless: (unit) => isHarmless(unit, format),
    explain,
  }),
)

/** A form that fails: its differences from the source, and an error in its syntax. */
interface Problem {
  readonly pair: FormPair
  readonly difference: Difference | undefined
  readonly fault: Fault | undefined
}

function problemOf(pair: FormPair, { syntax, findFault }: Format): Problem | undefined {
  const fault = findFault?.(pair.target, pair.source)
  const difference = compareForms(syntax, pair)
  return fault || difference ? { pair, difference, fault } : undefined
}

/**
 * Returns whether each failing form only numbers arguments that the source orders, repeats named placeholders, or adds
 * that of the number or those that another form of the source has.
 */
function isHarmless(unit: CheckedUnit, format: Format): boolean {
  const { numbering, findFault, syntax, count } = format
  return pairsOf(unit, format).every((pair) => {
    const problem = problemOf(pair, format)
    if (problem === undefined) return true
    if (numbering && findFault === undefined && isReordered(pair, numbering)) return true
    const { difference, fault } = problem
    if (fault !== undefined || difference === undefined || difference.missing.length > 0)
      return false
    const { extra, shared } = difference
    return (
      extra.every(
        ({ value }) =>
          (shared.has(value) && !syntax.isUnnamed?.(value)) ||
          (value === count && unit.targets.length > 1),
      ) || unit.sources.some((source) => !problemOf({ ...pair, source }, format))
    )
  })
}

const NONE: readonly FormPair[] = []

function pairsOf(unit: CheckedUnit, { syntax, applies }: Format): readonly FormPair[] {
  const hasMark = (text: string): boolean => syntax.marks.some((mark) => text.includes(mark))
  if (!unit.targets.some(hasMark) && !unit.sources.some(hasMark)) return NONE
  if (applies?.(unit) === false) return NONE
  // Escapes such as `%%` count as placeholders here.
  return pairForms(unit, (text) => hasMark(text) && syntax.find(text).length > 0)
}

function explain({ targets }: CheckedUnit, { pair, difference, fault }: Problem): Explanation {
  const facts = difference && explainDifference(pair, difference, targets.length)
  if (fault === undefined) return facts ?? { explanation: '', spans: [] }
  const { start, end, predicate } = fault
  const sentence = `${subjectOf(pair.targetForm, targets.length)} ${predicate}`
  const span = { side: 'target', form: pair.targetForm, start, end } as const
  return {
    explanation: facts
      ? `${facts.explanation}; ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
      : sentence,
    spans: [...(facts?.spans ?? []), span],
  }
}

/** A conversion of printf-like formats, with its position before `mark`; also `%%` and a lone percent sign. */
const CONVERSIONS = {
  $: /%(?:(\d+)\$)?([-+ #0,('_]*\d*(?:\.\d+)?(?:hh?|ll?|[qjztL])?[a-zA-Z@%])?/g,
  ':': /%(?:(\d+):)?(-?\d*(?:\.\d+)?[a-zA-Z%])?/g,
} as const

/**
 * Returns whether the translation has all arguments of the source with the same conversions; one side may number them
 * and the other order them. A form for a single number may omit arguments.
 */
function isReordered({ source, target, isLenient }: FormPair, numbering: Numbering): boolean {
  const expected = argumentsIn(source, numbering)
  const targetArguments = argumentsIn(target, numbering)
  if (expected === undefined || targetArguments === undefined || expected.size === 0) return false
  const isKnown = [...targetArguments].every(
    ([number, conversion]) => expected.get(number) === conversion,
  )
  return isKnown && (isLenient || targetArguments.size === expected.size)
}

/** Maps the numbers of arguments to conversions; undefined if the numbers are ambiguous. */
function argumentsIn(
  text: string,
  { mark, first, canMix = false }: Numbering,
): ReadonlyMap<number, string> | undefined {
  const arguments_ = new Map<number, string>()
  let next = first
  let numbered = 0
  for (const [, position, conversion] of text.matchAll(CONVERSIONS[mark])) {
    if (conversion === '%' && position === undefined) continue
    if (conversion === undefined) return undefined
    const number = position === undefined ? next++ : Number(position)
    if (position !== undefined) numbered++
    // One argument cannot have two conversions.
    if ((arguments_.get(number) ?? conversion) !== conversion) return undefined
    arguments_.set(number, conversion)
  }
  return numbered > 0 && next > first && !canMix ? undefined : arguments_
}
