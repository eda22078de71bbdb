import { expect } from 'vitest'

const KILOBYTE = 1024
/** Kilobytes of the shorter input: in the mode `system` four times as many as with all tests. */
const SHORT = process.env['FUZZ'] === undefined ? 32 : 128
export const shortLength = SHORT * KILOBYTE
/** What takes longer for the longer input must have grown in proportion, whatever the noise of the machine. */
const SLOW_MS = 600
/** Four times the length: whatever is quadratic takes sixteen times as long, whatever is cubic 64 times. */
const MOST_GROWTH = 12
const CUBIC_GROWTH = 64

/**
 * Expects work to take processor time linear in the length of its input. `prepare` makes an input of about so many
 * characters and returns the work.
 */
export function expectLinear(prepare: (length: number) => () => void): void {
  const time = (kilobytes: number): number => {
    const work = prepare(kilobytes * KILOBYTE)
    // Of the processor, not of the clock: others may be busy too.
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  // The first run compiles, which would hide how much longer a longer one takes.
  time(16)
  const short = time(SHORT)
  // Even what is cubic would be quick enough for the longer input, which most tests can therefore spare.
  if (short * CUBIC_GROWTH < SLOW_MS) return
  expect(time(4 * SHORT)).toBeLessThan(Math.max(SLOW_MS, MOST_GROWTH * short))
}
