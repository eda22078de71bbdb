import type { Check, Range } from '../check.ts'
import { type CheckNames, type FormExplanation, formCheck, type Part } from '../form-check.ts'
import { listNames } from '../sentence.ts'
import { haveSameOrder, subtract, without } from '../subtract.ts'

/** A named part of a text: a tag, a link, a placeholder. */
export interface Named extends Range {
  readonly name: string
}

function nameOf({ name }: Named): string {
  return name
}

/** Returns whether both texts have the same names equally often, in any order. */
export function haveSameNames(source: readonly Named[], target: readonly Named[]): boolean {
  return source.length === target.length && subtract(target, source, nameOf).length === 0
}

/** Returns whether both texts have the same names, however often. */
export function haveSameNameSet(source: readonly Named[], target: readonly Named[]): boolean {
  return without(source, target, nameOf).length + without(target, source, nameOf).length === 0
}

/** Explains which names only the source or only the target has, and where. */
export function compareNames(source: readonly Named[], target: readonly Named[]): FormExplanation {
  return explainDifference(without(source, target, nameOf), without(target, source, nameOf))
}

/** Explains what is missing and what is superfluous. */
export function explainDifference(
  missing: readonly Named[],
  extra: readonly Named[],
): FormExplanation {
  const facts = [
    ...(missing.length > 0 ? [`${subjectOf(missing)} missing`] : []),
    ...(extra.length > 0 ? [`${subjectOf(extra)} not in the source`] : []),
  ]
  const sentence = facts.join('; ') || 'The order or number differs from the source'
  return [sentence, ...partsOf('source', missing), ...partsOf('target', extra)]
}

/** Returns the parts of a text to highlight. */
export function partsOf(side: Part[0], ranges: readonly Range[]): Part[] {
  return ranges.map(({ start, end }) => [side, start, end])
}

/** Lists the distinct names in backquotes, with the verb: "`a` and `b` are". */
function subjectOf(subjects: readonly Named[]): string {
  const names = [...new Set(subjects.map(({ name }) => name))]
  return `${listNames(names)} ${names.length > 1 ? 'are' : 'is'}`
}

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
    explain: ({ source, target }) => explainNames(find(source), find(target)),
  })
}

function explainNames(source: readonly Named[], target: readonly Named[]): FormExplanation {
  const explanation = compareNames(source, target)
  return explanation.length > 1 ? explanation : [...explanation, ...partsOf('target', target)]
}
