import type { CheckedUnit } from '../check.ts'
import { examplesOf } from '../plurals/plural-pairs.ts'

/** A target form and the source form it is compared with. */
export interface FormPair {
  readonly sourceForm: number
  readonly targetForm: number
  readonly source: string
  readonly target: string
  /** Placeholders may be missing, as the form stands for one number only. */
  readonly isLenient: boolean
}

/**
 * The pairs that the checks of formats compare, which is not the generic pairing: the first target form goes with the source
 * singular, unless only the source plural has placeholders, all others with the source plural.
 */
export function pairForms(
  unit: CheckedUnit,
  hasPlaceholders: (text: string) => boolean,
): readonly FormPair[] {
  const { sources, targets, language } = unit
  const [singular = '', plural] = sources
  const [first = ''] = targets
  if (plural === undefined) {
    return [{ sourceForm: 0, targetForm: 0, source: singular, target: first, isLenient: false }]
  }
  if (targets.length === 1) {
    return [{ sourceForm: 1, targetForm: 0, source: plural, target: first, isLenient: false }]
  }
  const examples = examplesOf(language.filePlural)
  const usesPlural = !hasPlaceholders(singular) && hasPlaceholders(plural)
  return targets.map((target, targetForm) => {
    const numbers = examples[targetForm] ?? []
    const isPlural = targetForm > 0 || usesPlural
    return {
      sourceForm: isPlural ? 1 : 0,
      targetForm,
      source: isPlural ? plural : singular,
      target,
      isLenient: targetForm > 0 ? numbers.length === 1 : isFirstFormLenient(unit, numbers),
    }
  })
}

function isFirstFormLenient(
  { flags, hasStrictPlurals = false }: CheckedUnit,
  numbers: readonly number[],
): boolean {
  if (flags.has('strict-format')) return false
  if (numbers.length === 1) return true
  return numbers.length === 2 && numbers[0] === 0 && numbers[1] === 1 && !hasStrictPlurals
}
