import type { FormExplanation, Part } from '../form-check.ts'
import { listNames } from '../sentence.ts'

/** Something of a text that has a name: a tag, a link, a placeholder. */
export interface Named {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Whether both have the same names, each as often, in any order. */
export function haveSameNames(source: readonly Named[], target: readonly Named[]): boolean {
  if (source.length !== target.length) return false
  const namesOf = (list: readonly Named[]) => list.map(({ name }) => name).sort()
  const expected = namesOf(source)
  return namesOf(target).every((name, index) => name === expected[index])
}

/** Says which names only the source or only the target has, and where these are. */
export function compareNames(source: readonly Named[], target: readonly Named[]): FormExplanation {
  return explainDifference(without(source, target), without(target, source))
}

/** Says what is missing and what is too much. */
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

/** The parts of a text where they are. */
export function partsOf(side: Part[0], names: readonly Omit<Named, 'name'>[]): Part[] {
  return names.map(({ start, end }) => [side, start, end])
}

/** Those whose name the others do not have. */
function without(names: readonly Named[], others: readonly Named[]): Named[] {
  const otherNames = new Set(others.map(({ name }) => name))
  return names.filter(({ name }) => !otherNames.has(name))
}

/** The different names in backquotes, with the verb: "`a` and `b` are". */
function subjectOf(subjects: readonly Named[]): string {
  const names = [...new Set(subjects.map(({ name }) => name))]
  return `${listNames(names)} ${names.length > 1 ? 'are' : 'is'}`
}
