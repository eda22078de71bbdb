/** Code that reads foreign input. */
export interface LinearCase {
  /** The code and its input, in a few words. */
  readonly what: string
  /** Creates an input of about this many characters, and returns the work. */
  readonly prepare: (length: number) => () => unknown
}

/** Time for a long input, and its limit, in milliseconds. */
export interface Growth {
  readonly milliseconds: number
  readonly most: number
}

const KILOBYTE = 1024
const SHORT = 128 * KILOBYTE
/** If the longer input takes more than this, growth counts; below, the noise of the machine dominates. */
const SLOW_MS = 600
/** Growth limit for four times the length. Quadratic code takes 16 times as long, cubic code 64 times. */
const MOST_GROWTH = 12
const CUBIC_GROWTH = 64

/** Compares inputs of 128 KiB with inputs four times as long. `time` returns the milliseconds for a length. */
export function growthOf(time: (length: number) => number): Growth {
  // Warms up, because compilation would inflate the short run and hide growth.
  time(KILOBYTE * 16)
  const short = time(SHORT)
  const most = Math.max(SLOW_MS, MOST_GROWTH * short)
  // Even cubic growth would be fast enough for the longer input.
  if (short * CUBIC_GROWTH < SLOW_MS) return { milliseconds: short, most }
  return { milliseconds: time(4 * SHORT), most }
}
