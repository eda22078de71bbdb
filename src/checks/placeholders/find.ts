import type { CheckedUnit } from '../check.ts'
import { findIcuArguments } from '../icu/icu.ts'
import { placeholdersOf } from './expression.ts'
import { enablingFlags, formats } from './formats.ts'

/** A part of a text, as UTF-16 offsets. */
interface Part {
  readonly start: number
  readonly end: number
}

/**
 * Returns the placeholders in a form of a unit's source or target, in order and without overlap: those of the formats
 * that its flags enable, those in the flag `placeholders`, and arguments of ICU messages.
 */
export function findPlaceholders(unit: CheckedUnit, text: string): Part[] {
  const { flags } = unit
  const parts: Part[] = [
    ...formats.flatMap(({ syntax, applies, ...format }) => {
      const isOn = enablingFlags(format).some((flag) => flags.has(flag))
      return isOn && applies?.(unit) !== false ? syntax.find(text) : []
    }),
    ...(placeholdersOf(flags)?.matches(text) ?? []),
    ...findIcuArguments(unit, text),
  ]
  parts.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return parts.filter((part) => {
    if (part.start < end) return false
    end = part.end
    return true
  })
}
