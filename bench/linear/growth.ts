/** Something that reads what strangers write. */
export interface LinearCase {
  /** What reads, and what it reads, in a few words. */
  readonly what: string
  /** Makes an input of about so many characters and returns the work. */
  readonly prepare: (length: number) => () => unknown
}

/** How long a long input takes, and how long it may take at most. */
export interface Growth {
  readonly milliseconds: number
  readonly most: number
}

const KILOBYTE = 1024
const SHORT = 128 * KILOBYTE
/** What takes longer for the longer input must have grown in proportion, whatever the noise of the machine. */
const SLOW_MS = 600
/** Four times the length: whatever is quadratic takes sixteen times as long, whatever is cubic 64 times. */
const MOST_GROWTH = 12
const CUBIC_GROWTH = 64

/** Compares inputs of 128 KiB and of four times as much. `time` says how many milliseconds one of a length takes. */
export function growthOf(time: (length: number) => number): Growth {
  // The first run compiles, which would hide how much longer a longer one takes.
  time(KILOBYTE * 16)
  const short = time(SHORT)
  const most = Math.max(SLOW_MS, MOST_GROWTH * short)
  // Even what is cubic would be quick enough for the longer input.
  if (short * CUBIC_GROWTH < SLOW_MS) return { milliseconds: short, most }
  return { milliseconds: time(4 * SHORT), most }
}
