import type { CheckedUnit, Range } from '../check.ts'
import { findIcuArguments } from '../icu/icu.ts'
import { placeholdersOf } from './expression.ts'
import { formats } from './formats.ts'

/**
 * Returns the placeholders in a form of a unit's source or target, in order and without overlap: those of the formats
 * that its flags enable, those in the flag `placeholders`, and arguments of ICU messages.
 */
export function findPlaceholders(unit: CheckedUnit, text: string): Range[] {
  const { flags } = unit
  const parts: Range[] = [
    ...formats.flatMap((format) => {
      const isOn = format.enabledBy.some((flag) => flags.has(flag))
      return isOn && format.applies?.(unit) !== false ? format.syntax.find(text) : []
    }),
    ...(placeholdersOf(flags)?.matches(text) ?? []),
    ...findIcuArguments(unit, text),
  ]
  return withoutOverlap(parts)
}

/** Returns the parts in order; of two that overlap, the one that starts first, else the longer one. */
export function withoutOverlap<T extends Range>(parts: readonly T[]): T[] {
  let end = 0
  return parts
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((part) => {
      if (part.start < end) return false
      end = part.end
      return true
    })
}
