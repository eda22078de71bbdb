import type { Check } from '../check.ts'
import { type CheckNames, type FormExplanation, formCheck } from '../form-check.ts'
import { haveSameOrder } from '../subtract.ts'
import { compareNames, haveSameNames, type Named, nameOf, partsOf } from './compare.ts'

interface NamesCheck extends CheckNames {
  readonly since?: '2026.10'
  readonly enabledBy: readonly string[]
  /** Returns the parts of a text that a translation must keep, from left to right. */
  find(text: string): readonly Named[]
  readonly isOrdered?: boolean
}

/** Returns a check that source and translation have the same markup equally often. */
export function namesCheck({ find, isOrdered = false, ...description }: NamesCheck): Check {
  const areSame = (source: readonly Named[], target: readonly Named[]) =>
    isOrdered ? haveSameOrder(source, target, nameOf) : haveSameNames(source, target)
  return formCheck({
    ...description,
    severity: 'error',
    fails: (source, target) => !areSame(find(source), find(target)),
    explain: ({ source, target }) => explain(find(source), find(target)),
  })
}

function explain(source: readonly Named[], target: readonly Named[]): FormExplanation {
  const explanation = compareNames(source, target)
  return explanation.length > 1 ? explanation : [...explanation, ...partsOf('target', target)]
}
