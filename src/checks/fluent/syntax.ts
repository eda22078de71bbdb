import type { CheckedUnit } from '../check.ts'
import { findForm } from '../plurals/plural-pairs.ts'

/** A placeable, or the start of one up to its variants: `{ DATETIME($day, month: "long") }`, `{ $count ->`. */
const PLACEABLE = /\{[^{}]*?(?:->|\})/g
const INDENTATION = /\n +/g

/** Returns whether a unit is of Fluent, and fails only because of what Fluent's syntax needs around the texts. */
export function failsBySyntax(
  unit: CheckedUnit,
  fails: (source: string, target: string, unit: CheckedUnit) => boolean,
): boolean {
  if (!unit.flags.has('fluent-target-syntax')) return false
  const { sources, targets } = unit
  const plain = {
    ...unit,
    sources: sources.map(withoutSyntax),
    targets: targets.map(withoutSyntax),
  }
  return findForm(plain, fails) < 0
}

/** Returns a text with a word for each placeable, and without the indentation of its lines. */
function withoutSyntax(text: string): string {
  return text.replace(PLACEABLE, 'x').replace(INDENTATION, '\n')
}
