import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'

const PAIR = /\p{Lu}\p{Lu}/u
const CAPITAL = /\p{Lu}/gu

/** Checks that no two capitals are adjacent, as in `HEllo`, unless the source has such a pair. */
export const capitalsCheck: Check = formCheck({
  id: 'multiple_capital',
  name: 'Multiple capitals',
  description: 'Translation contains words with multiple misplaced capital letters',
  severity: 'note',
  since: '2026.10',
  fails: (source, target) => hasPair(target) && !hasPair(source),
  explain({ target }) {
    const start = target.search(PAIR)
    const pair = PAIR.exec(target)?.[0] ?? ''
    return [
      `The translation has adjacent capitals (${quote(pair)}); the source does not`,
      ['target', start, start + pair.length],
    ]
  },
})

/** By UTF-16 unit: 1 for a capital, 2 for half of a pair that may be one. Created on first use. */
let kinds: Uint8Array | undefined

/** Returns whether two capitals are adjacent. Uses a look-up table, since it runs on every translation. */
function hasPair(text: string): boolean {
  kinds ??= createKinds()
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[text.charCodeAt(at)] ?? 0
    if (kind === 2) return PAIR.test(text)
    if (kind === 1 && before === 1) return true
    before = kind
  }
  return false
}

function createKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000).fill(2, 0xd800, 0xe000)
  const letters = String.fromCharCode(...Array.from({ length: 0xd800 }, (_, code) => code))
  for (const { index } of letters.matchAll(CAPITAL)) kinds[index] = 1
  for (let code = 0xe000; code < 0x10000; code++) {
    if (PAIR.test(String.fromCharCode(code, code))) kinds[code] = 1
  }
  return kinds
}
