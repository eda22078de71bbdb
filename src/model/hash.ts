/** The 16 bytes `Weblate Sip Hash`, as little-endian 32-bit words. */
const KEY_0_LOW = 0x6c626557
const KEY_0_HIGH = 0x20657461
const KEY_1_LOW = 0x20706953
const KEY_1_HIGH = 0x68736148

const encoder = new TextEncoder()
let bytes = new Uint8Array(1024)

/**
 * SipHash-2-4 (https://www.aumasson.jp/siphash/siphash.pdf) with Weblate's key over the UTF-8 of the texts, one after the
 * other without separator. Writes the unsigned 64 bits into `out` at `at`: the low half, then the high one.
 */
export function hashInto(out: Uint32Array, at: number, first: string, second: string = ''): void {
  const most = (first.length + second.length) * 3
  if (bytes.length < most) bytes = new Uint8Array(most)
  const length = encodeInto(second, encodeInto(first, 0))
  digest(length, out, at)
  if (bytes.length > MAX_KEPT_BYTES) bytes = new Uint8Array(1024)
}

const MAX_KEPT_BYTES = 1 << 20

/** Returns the hash of `hashInto` as two unsigned halves, the low one first. */
export function hashHalves(first: string, second: string = ''): readonly [number, number] {
  const out = new Uint32Array(2)
  hashInto(out, 0, first, second)
  return [out[0]!, out[1]!]
}

/** Returns the hash as Weblate stores and shows it: minus 2^63, as decimal text. */
export function hashText(low: number, high: number): string {
  return String(BigInt.asIntN(64, (BigInt((high ^ 0x80000000) >>> 0) << 32n) | BigInt(low >>> 0)))
}

/** Returns the hash as 16 lower-case hexadecimal digits, as in a unit's `checksum` of its `id_hash`. */
export function checksumText(low: number, high: number): string {
  return hex(high) + hex(low)
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}

/** Appends the UTF-8 of a text at an index of `bytes`; returns the index after it. */
function encodeInto(text: string, at: number): number {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) {
      return at + index + encoder.encodeInto(text.slice(index), bytes.subarray(at + index)).written
    }
    bytes[at + index] = code
  }
  return at + text.length
}

/** SipHash-2-4 with unrolled rounds, since this is the innermost loop of hashing. */
function digest(length: number, out: Uint32Array, at: number): void {
  let v0l = KEY_0_LOW ^ 0x70736575
  let v0h = KEY_0_HIGH ^ 0x736f6d65
  let v1l = KEY_1_LOW ^ 0x6e646f6d
  let v1h = KEY_1_HIGH ^ 0x646f7261
  let v2l = KEY_0_LOW ^ 0x6e657261
  let v2h = KEY_0_HIGH ^ 0x6c796765
  let v3l = KEY_1_LOW ^ 0x79746573
  let v3h = KEY_1_HIGH ^ 0x74656462
  // The last block is padded with zeros and ends with the length.
  const padded = (length & ~7) + 8
  if (bytes.length < padded) {
    const larger = new Uint8Array(padded)
    larger.set(bytes)
    bytes = larger
  }
  bytes.fill(0, length, padded)
  bytes[padded - 1] = length & 255
  // Two rounds per block, then four more.
  for (let index = 0; index <= padded; index += 8) {
    const isEnd = index === padded
    const wordLow = isEnd ? 0 : wordAt(index)
    const wordHigh = isEnd ? 0 : wordAt(index + 4)
    if (isEnd) v2l ^= 0xff
    v3l ^= wordLow
    v3h ^= wordHigh
    for (let round = isEnd ? 4 : 2; round > 0; round--) {
      let sum = (v0l >>> 0) + (v1l >>> 0)
      v0h = (v0h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0
      v0l = sum | 0
      let previous = v1l
      v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l
      v1h = ((v1h << 13) | (previous >>> 19)) ^ v0h
      previous = v0l
      v0l = v0h
      v0h = previous
      sum = (v2l >>> 0) + (v3l >>> 0)
      v2h = (v2h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0
      v2l = sum | 0
      previous = v3l
      v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l
      v3h = ((v3h << 16) | (previous >>> 16)) ^ v2h
      sum = (v0l >>> 0) + (v3l >>> 0)
      v0h = (v0h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0
      v0l = sum | 0
      previous = v3l
      v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l
      v3h = ((v3h << 21) | (previous >>> 11)) ^ v0h
      sum = (v2l >>> 0) + (v1l >>> 0)
      v2h = (v2h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0
      v2l = sum | 0
      previous = v1l
      v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l
      v1h = ((v1h << 17) | (previous >>> 15)) ^ v2h
      previous = v2l
      v2l = v2h
      v2h = previous
    }
    v0l ^= wordLow
    v0h ^= wordHigh
  }
  out[at] = v0l ^ v1l ^ v2l ^ v3l
  out[at + 1] = v0h ^ v1h ^ v2h ^ v3h
}

function wordAt(index: number): number {
  return (
    bytes[index]! | (bytes[index + 1]! << 8) | (bytes[index + 2]! << 16) | (bytes[index + 3]! << 24)
  )
}
