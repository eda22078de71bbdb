import { expect, test } from 'vitest'
import { growthOf } from '../bench/linear/growth.ts'

/** Whether the bench rejects work that takes `milliseconds` for 128 KiB and grows with this power of the length. */
function isTooSlow(power: number, milliseconds: number): boolean {
  const growth = growthOf((length) => milliseconds * (length / (128 * 1024)) ** power)
  return growth.milliseconds > growth.most
}

test('the bench of linear time rejects only slow quadratic and cubic work', () => {
  const verdicts = [1, 2, 3].map((power) => [1, 12, 42, 200].map((ms) => isTooSlow(power, ms)))
  expect(verdicts).toEqual([
    [false, false, false, false],
    [false, false, true, true],
    [false, true, true, true],
  ])
})
