import type { FormPair } from './pairing.ts'

/** How arguments of a format are numbered: by what stands between number and conversion, and the number of the first. */
export interface Numbering {
  readonly mark: '$' | ':'
  readonly first: 0 | 1
}

/** A conversion of printf and its relatives, with its position before `mark`; `%%` and a lone percent sign too. */
const CONVERSIONS = {
  $: /%(?:(\d+)\$)?([-+ #0,('_]*\d*(?:\.\d+)?(?:hh?|ll?|[qjztL])?[a-zA-Z@%])?/g,
  ':': /%(?:(\d+):)?(-?\d*(?:\.\d+)?[a-zA-Z%])?/g,
} as const

/**
 * Whether the translation has all arguments of the source with the same conversions, by number where the source has them
 * in order or the other way round; a form that stands for one number may leave some out.
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

/** Conversions by the numbers of their arguments; undefined where these cannot be told. */
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
    // One argument cannot be of two kinds.
    if ((arguments_.get(number) ?? conversion) !== conversion) return undefined
    arguments_.set(number, conversion)
  }
  return numbered > 0 && next > first ? undefined : arguments_
}
