import { expect } from 'vitest'

const KILOBYTE = 1024

/** Whatever is quadratic takes sixteen times as long for four times the length. */
const FOURFOLD = 12

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
  // The first run compiles, which would hide that a longer one is slow.
  time(16)
  const short = time(16)
  // A look that is quick: most are far below. What is slow needs no long input to stand out from noise.
  const isLinear =
    short < 8 ? time(128) <= Math.max(40, FOURFOLD ** 1.5 * short) : time(64) <= FOURFOLD * short
  // Collected garbage may have taken the time, so a longer look decides: whatever is quadratic takes far more than 600 ms.
  if (!isLinear) {
    const long = time(128)
    expect(time(512)).toBeLessThan(Math.max(600, FOURFOLD * long))
  }
}
