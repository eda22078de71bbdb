/** What follows a label. */
export interface Tail {
  /** The inside: a target or an id. */
  readonly value: string
  readonly end: number
  /** Whether a title stands behind the target. */
  readonly hasTitle?: boolean
}

/** Reads what follows a closing bracket, asked for from the last bracket of the text to the first. */
export type ReadTail = (close: number) => Tail | undefined

/**
 * Tells what follows the label whose opening bracket stands at a place; undefined when there is no label or nothing
 * follows. A label holds no brackets but `[...]` without `^` inside, and `]` when another `]` follows before any `[`; the
 * longest that has a tail counts. Linear: how a label goes on depends on the place alone, so one pass from the right
 * settles all of them.
 */
export function createTailFinder(
  text: string,
  readTail: ReadTail,
): (open: number) => Tail | undefined {
  if (!text.includes(']')) return () => undefined
  const length = text.length
  const tails = new Map<number, Tail>()
  /** For each place the bracket that closes the longest label going on there and that has a tail, else -1. */
  const ends = new Int32Array(length + 1).fill(-1)
  let nextOpen = length
  let nextClose = length
  let nextCaret = length
  for (let at = length - 1; at >= 0; at--) {
    const character = text[at]
    if (character === '[') {
      // An inner label is passed over as a whole.
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
