import { oncePer } from '../../cache.ts'
import type { Plural } from '../../languages/language.ts'
import { formFor, isSameRule } from '../../languages/plural-formula.ts'
import type { CheckedUnit } from '../check.ts'

/** Maximum number of example numbers per form. */
const MAX_EXAMPLES = 10

/**
 * Returns the index of the source form with which a target form is compared, based on the plural rules of both
 * languages. Returns the last source form if the unit does not have the forms that the rules require.
 */
export function sourceFormOf(unit: CheckedUnit, form: number): number {
  const { sources, targets, sourceLanguage, language } = unit
  const last = sources.length - 1
  if (last === 0) return 0
  const from = sourceLanguage.plural
  const to = language.filePlural
  if (sources.length !== from.number || targets.length !== to.number) return last
  return pairsFrom(from)(to)[form] ?? last
}

/** Returns the index of the first target form that fails against its source form; -1 if none fails. */
export function findForm(
  unit: CheckedUnit,
  fails: (source: string, target: string, unit: CheckedUnit) => unknown,
): number {
  const { sources, targets } = unit
  for (let form = 0; form < targets.length; form++) {
    const source = sources[sourceFormOf(unit, form)] ?? ''
    if (fails(source, targets[form] ?? '', unit)) return form
  }
  return -1
}

/** Returns for each form the first ten numbers that select it, out of 0 to 9999 and the thousands up to two million. */
export const examplesOf: (plural: Plural) => readonly (readonly number[])[] = oncePer((plural) => {
  const formOf = formFor(plural)
  const examples = Array.from({ length: plural.number }, (): number[] => [])
  let missing = plural.number * MAX_EXAMPLES
  for (let n = 0; n <= 2_000_000 && missing > 0; n += n < 10_000 ? 1 : 1000) {
    const numbers = examples[formOf(n)]
    if (numbers === undefined || numbers.length === MAX_EXAMPLES) continue
    numbers.push(n)
    missing--
  }
  return examples
})

/** Returns for each target form the source form with which it is compared. */
const pairsFrom = oncePer((from: Plural) =>
  oncePer((to: Plural) =>
    isSameRule(from, to)
      ? Array.from({ length: to.number }, (_, form) => form)
      : examplesOf(to).map((numbers, form) => pairOf(from, numbers, form === to.number - 1)),
  ),
)

/** Returns the source form for the target form with these examples. */
function pairOf(from: Plural, numbers: readonly number[], isLast: boolean): number {
  const forms = examplesOf(from)
  const last = forms.length - 1
  const [only] = numbers
  if (numbers.length === 1 && only !== undefined) {
    const same = forms.findIndex((each) => each.length === 1 && each[0] === only)
    const listed = same >= 0 ? same : forms.findIndex((each) => each.includes(only))
    return listed >= 0 ? listed : last
  }
  if (isLast) return last
  const common = forms.flatMap((each, form) =>
    each.length !== 1 && each.some((n) => numbers.includes(n)) ? [form] : [],
  )
  return common.length === 1 ? (common[0] ?? last) : last
}
