import { describe, expect, test } from 'vitest'
import { applyDelta } from '../../../src/git/objects/delta.ts'
import { delta } from '../../support/pack.ts'

const base = Buffer.from('0123456789'.repeat(7000))
const limit = 100_000

describe('a delta is applied to its base', () => {
  const rows: [name: string, delta: Buffer, result: string][] = [
    [
      'copying with all bytes of offset and size',
      delta(70_000, 3, 0xff, 2, 0, 0, 0, 3, 0, 0),
      '234',
    ],
    ['copying without offset', delta(70_000, 2, 0x90, 2), '01'],
    [
      'copying 65536 bytes without a size',
      delta(70_000, 0x10000, 0x80),
      base.toString('latin1', 0, 0x10000),
    ],
    ['inserting', delta(70_000, 3, 3, 0x61, 0x62, 0x63), 'abc'],
    [
      'inserting 127 bytes',
      delta(70_000, 127, 127, ...Array<number>(127).fill(0x61)),
      'a'.repeat(127),
    ],
    ['both', delta(70_000, 3, 0x91, 9, 1, 2, 0x61, 0x62), '9ab'],
    ['making nothing', delta(70_000, 0), ''],
  ]
  test.each(rows)('%s', (_, instructions, result) => {
    expect(applyDelta(base, instructions, limit).toString('latin1')).toBe(result)
  })
})

describe('a damaged delta is refused', () => {
  const outOfRange = 'delta exceeds its base or its result'
  const rows: [name: string, delta: Buffer, message: string][] = [
    ['empty', Buffer.alloc(0), 'delta without sizes'],
    ['one size', Buffer.from([10]), 'delta without sizes'],
    ['endless size', Buffer.alloc(40, 0xff), 'delta without sizes'],
    [
      'of another base',
      delta(10, 2, 0x90, 2),
      'delta expects a base of 10 bytes, found 70000 bytes',
    ],
    [
      'over the limit',
      delta(70_000, 2 ** 40),
      '1099511627776 bytes, over the limit of 100000 bytes',
    ],
    ['copying past the base', delta(70_000, 9, 0x97, 0x70, 0x11, 1, 9), outOfRange],
    ['copying from far past the base', delta(70_000, 9, 0x98, 0xff, 9), outOfRange],
    ['copying past the result', delta(70_000, 2, 0x90, 3), outOfRange],
    ['inserting past the result', delta(70_000, 2, 3, 1, 2, 3), outOfRange],
    ['inserting past its end', delta(70_000, 3, 3, 1), outOfRange],
    ['copy cut off', delta(70_000, 3, 0xff, 1), outOfRange],
    ['reserved instruction', delta(70_000, 3, 0, 1), outOfRange],
    ['short result', delta(70_000, 3, 2, 1, 1), 'delta produces 2 bytes, expected 3'],
  ]
  test.each(rows)('%s', (_, instructions, message) => {
    expect(() => applyDelta(base, instructions, limit)).toThrow(message)
  })
})
