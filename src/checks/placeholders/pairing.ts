import type { CheckedUnit } from '../check.ts'
import { examplesOf } from '../plurals/plural-pairs.ts'

/** A target form, and the source form with which it is compared. */
export interface FormPair {
  readonly sourceForm: number
  readonly targetForm: number
  readonly source: string
  readonly target: string
  /** Whether placeholders may be missing, since the form is for a single number. */
  readonly isLenient: boolean
}

/**
 * Pairs forms for the checks of formats, unlike `sourceFormOf`: the first target form is paired with the source
 * singular unless only the source plural has placeholders, and all other target forms with the source plural.
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
