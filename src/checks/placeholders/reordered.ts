import type { FormPair } from './pairing.ts'

/** How a format numbers arguments: the character between number and conversion, and the first number. */
export interface Numbering {
  readonly mark: '$' | ':'
  readonly first: 0 | 1
}

/** A conversion of printf-like formats, with its position before `mark`; also `%%` and a lone percent sign. */
const CONVERSIONS = {
  $: /%(?:(\d+)\$)?([-+ #0,('_]*\d*(?:\.\d+)?(?:hh?|ll?|[qjztL])?[a-zA-Z@%])?/g,
  ':': /%(?:(\d+):)?(-?\d*(?:\.\d+)?[a-zA-Z%])?/g,
} as const

/**
 * Returns whether the translation has all arguments of the source with the same conversions; one side may number them
 * and the other order them. A form for a single number may omit arguments.
 */
export function isReordered(
  { source, target, isLenient }: FormPair,
  numbering: Numbering,
): boolean {
  const expected = argumentsIn(source, numbering)
  const targetArguments = argumentsIn(target, numbering)
  if (expected === undefined || targetArguments === undefined || expected.size === 0) return false
  const isKnown = [...targetArguments].every(
    ([number, conversion]) => expected.get(number) === conversion,
  )
  return isKnown && (isLenient || targetArguments.size === expected.size)
}

/** Maps the numbers of arguments to conversions; undefined if the numbers are ambiguous. */
function argumentsIn(
  text: string,
  { mark, first }: Numbering,
): ReadonlyMap<number, string> | undefined {
  const arguments_ = new Map<number, string>()
  let next = first
  let numbered = 0
  for (const [, position, conversion] of text.matchAll(CONVERSIONS[mark])) {
    if (conversion === '%' && position === undefined) continue
    if (conversion === undefined) return undefined
    const number = position === undefined ? next++ : Number(position)
    if (position !== undefined) numbered++
    // One argument cannot have two conversions.
    if ((arguments_.get(number) ?? conversion) !== conversion) return undefined
    arguments_.set(number, conversion)
  }
  return numbered > 0 && next > first ? undefined : arguments_
}
