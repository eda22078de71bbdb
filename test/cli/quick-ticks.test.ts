import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Prints how many times as long a tick takes after garbage collections without any ticks as before. */
const PROGRAM = `
import { keepTicksQuick } from './src/cli/quick-ticks.ts'
keepTicksQuick()
const turn = () => new Promise((resolve) => setImmediate(resolve))
async function quickest() {
  let least = Infinity
  for (let run = 0; run < 40; run++) {
    const start = performance.now()
    for (let index = 0; index < 10_000; index++) process.nextTick(() => {})
    await turn()
    least = Math.min(least, performance.now() - start)
  }
  return least
}
const before = await quickest()
for (let count = 0; count < 12; count++) {
  gc()
  await turn()
}
console.log(await quickest() / before)
`

test('ticks stay quick where garbage was collected while there was none', () => {
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', PROGRAM]
  expect(Number(execFileSync(process.execPath, args))).toBeLessThan(2.5)
})
