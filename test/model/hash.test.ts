import { describe, expect, test } from 'vitest'
import { checksumText, hashHalves, hashInto, hashText } from '../../src/model/hash.ts'

const MASK = (1n << 64n) - 1n
const KEY = Buffer.from('Weblate Sip Hash')

/** SipHash-2-4 in 64-bit numbers: slow, but easy to compare with the paper. */
function reference(message: Buffer): bigint {
  const rotate = (x: bigint, bits: bigint): bigint => ((x << bits) | (x >> (64n - bits))) & MASK
  const [k0, k1] = [KEY.readBigUInt64LE(0), KEY.readBigUInt64LE(8)]
  let v0 = k0 ^ 0x736f6d6570736575n
  let v1 = k1 ^ 0x646f72616e646f6dn
  let v2 = k0 ^ 0x6c7967656e657261n
  let v3 = k1 ^ 0x7465646279746573n
  const round = (): void => {
    v0 = (v0 + v1) & MASK
    v1 = rotate(v1, 13n) ^ v0
    v0 = rotate(v0, 32n)
    v2 = (v2 + v3) & MASK
    v3 = rotate(v3, 16n) ^ v2
    v0 = (v0 + v3) & MASK
    v3 = rotate(v3, 21n) ^ v0
    v2 = (v2 + v1) & MASK
    v1 = rotate(v1, 17n) ^ v2
    v2 = rotate(v2, 32n)
  }
  const padded = Buffer.alloc(Math.floor(message.length / 8) * 8 + 8)
  message.copy(padded)
  padded[padded.length - 1] = message.length & 255
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at)
    v3 ^= word
    round()
    round()
    v0 ^= word
  }
  v2 ^= 0xffn
  for (let count = 0; count < 4; count++) round()
  return v0 ^ v1 ^ v2 ^ v3
}

const texts = [
  '',
  'a',
  ...Array.from({ length: 40 }, (_, length) => 'abcdefghij'.repeat(4).slice(0, length)),
  'é',
  'příliš žluťoučký kůň',
  'abc日本語',
  '😀😀',
  '\u0000',
  'x\u001e\u001ey',
  'long '.repeat(1000),
  'ж'.repeat(3000),
  'a'.repeat(255),
  'a'.repeat(256),
]

describe('SipHash-2-4', () => {
  test.each(texts)('of %j', (text) => {
    const expected = reference(Buffer.from(text))
    const [low, high] = hashHalves(text)
    expect((BigInt(high) << 32n) | BigInt(low)).toBe(expected)
    expect(hashText(low, high)).toBe(String(expected - (1n << 63n)))
    expect(checksumText(low, high)).toBe(expected.toString(16).padStart(16, '0'))
  })

  test('of two texts is the hash of their concatenation', () => {
    for (const text of texts) {
      const cut = text.length >> 1
      expect(hashHalves(text.slice(0, cut), text.slice(cut))).toEqual(
        // A cut surrogate pair hashes differently.
        /\p{Surrogate}/u.test(text.slice(0, cut)) ? expect.anything() : hashHalves(text),
      )
    }
    expect(hashHalves('ab', 'c')).toEqual(hashHalves('a', 'bc'))
    expect(hashHalves('é', '日')).toEqual(hashHalves('é日'))
  })

  test('of a very long text does not affect later hashes', () => {
    const before = hashHalves('short')
    hashHalves('x'.repeat(3_000_000))
    expect(hashHalves('short')).toEqual(before)
  })
})

test('halves are written at the given index, low half first', () => {
  const out = new Uint32Array(4)
  hashInto(out, 2, 'greeting')
  expect([...out]).toEqual([0, 0, ...hashHalves('greeting')])
})

test('hashes at the edges of the signed range are written correctly', () => {
  expect(hashText(0, 0)).toBe('-9223372036854775808')
  expect(hashText(0xffffffff, 0xffffffff)).toBe('9223372036854775807')
  expect(hashText(0, 0x80000000)).toBe('0')
  expect(checksumText(1, 0)).toBe('0000000000000001')
})
