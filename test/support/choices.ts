/** Pseudo-random choices, the same for the same seed. */
export interface Choices {
  /** A whole number from 0, below `count`. */
  below(count: number): number
  pick(list: readonly string[]): string
}

/** Choices that a seed gives. */
export function createChoices(seed: number): Choices {
  let state = seed
  const below = (count: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % count
  }
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? ''
  return { below, pick }
}
