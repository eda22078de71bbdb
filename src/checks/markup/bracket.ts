/** What follows a label. */
export interface Tail {
  /** The target, or `[id]`. */
  readonly name: string
  readonly end: number
  /** Whether the target is followed by a title. */
  readonly hasTitle?: boolean
}

/** Reads what follows a closing bracket. Called for brackets from the last to the first. */
export type ReadTail = (close: number) => Tail | undefined

/**
 * Returns a function that finds what follows the label that starts with a bracket; undefined if there is no label or
 * nothing follows. A label contains no brackets except `[...]` without `^` inside, and `]` if another `]` follows
 * before any `[`. The longest label that is followed by something wins. Linear: the continuation of a label depends
 * only on the position, so a single pass from the right finds all of them.
 */
export function createTailFinder(
  text: string,
  readTail: ReadTail,
): (open: number) => Tail | undefined {
  if (!text.includes(']')) return () => undefined
  const length = text.length
  const tails = new Map<number, Tail>()
  /**
   * By position: the closing bracket of the longest label that continues here and is followed by something; otherwise
   * -1.
   */
  const ends = new Int32Array(length + 1).fill(-1)
  let nextOpen = length
  let nextClose = length
  let nextCaret = length
  for (let at = length - 1; at >= 0; at--) {
    const character = text[at]
    if (character === '[') {
      // Skips a nested label as a whole.
      if (nextClose < length && nextCaret > nextClose) ends[at] = ends[nextClose + 1] ?? -1
      nextOpen = at
    } else if (character === ']') {
      const later = nextClose < nextOpen ? (ends[at + 1] ?? -1) : -1
      const tail = later < 0 ? readTail(at) : undefined
      if (tail !== undefined) tails.set(at, tail)
      ends[at] = tail === undefined ? later : at
      nextClose = at
    } else {
      if (character === '^') nextCaret = at
      ends[at] = ends[at + 1] ?? -1
    }
  }
  return (open) => tails.get(ends[open + 1] ?? -1)
}
