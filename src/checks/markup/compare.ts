import type { Range } from '../check.ts'
import type { FormExplanation, Part } from '../form-check.ts'
import { listNames } from '../sentence.ts'
import { subtract, without } from '../subtract.ts'

/** A named part of a text: a tag, a link, a placeholder. */
export interface Named extends Range {
  readonly name: string
}

export function nameOf({ name }: Named): string {
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
