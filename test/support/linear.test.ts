import { expect, test } from 'vitest'
import { expectLinear, shortLength } from './linear.ts'

/** Work that takes so many milliseconds of the processor. */
function spend(milliseconds: number): void {
  const start = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(start)
    if (user + system >= 1000 * milliseconds) return
  }
}

test.each([
  ['quadratic', 2, 42],
  ['cubic', 3, 12],
])('%s work is found out', (_name, power, milliseconds) => {
  const work = (length: number) => () => spend(milliseconds * (length / shortLength) ** power)
  expect(() => expectLinear(work)).toThrow('to be less than')
})

test('linear work passes, quick and slow', () => {
  for (const milliseconds of [1, 60]) {
    expectLinear((length) => () => spend((milliseconds * length) / shortLength))
  }
})
