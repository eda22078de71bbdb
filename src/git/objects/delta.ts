import type { RepositoryError } from '../../errors.ts'
import { checkSize, damaged } from './object.ts'

/**
 * Applies a delta to its base. Throws RepositoryError if the delta does not fit the base, reads outside it, or
 * declares a result larger than `maxBytes` (before allocating the result). Format:
 * https://git-scm.com/docs/pack-format#_deltified_representation
 */
export function applyDelta(base: Buffer, delta: Buffer, maxBytes: number): Buffer {
  const baseSize = readSize(delta, 0)
  const resultSize = readSize(delta, baseSize.end)
  if (baseSize.value !== base.length) {
    throw damaged(`delta expects a base of ${baseSize.value} bytes, found ${base.length} bytes`)
  }
  checkSize(resultSize.value, maxBytes)
  const result = Buffer.allocUnsafe(resultSize.value)
  const written = runDelta(base, delta, resultSize.end, result)
  if (written !== result.length) {
    throw damaged(`delta produces ${written} bytes, expected ${result.length}`)
  }
  return result
}

function runDelta(base: Buffer, delta: Buffer, start: number, result: Buffer): number {
  const end = delta.length
  let at = start
  let to = 0
  while (at < end) {
    const op = delta[at++]!
    if (op & 0x80) {
      let from = 0
      let length = 0
      // A byte past the end reads as undefined, which the check of `at` below catches.
      if (op & 0x01) from = delta[at++]!
      if (op & 0x02) from |= delta[at++]! << 8
      if (op & 0x04) from |= delta[at++]! << 16
      if (op & 0x08) from += delta[at++]! * 0x1000000
      if (op & 0x10) length = delta[at++]!
      if (op & 0x20) length |= delta[at++]! << 8
      if (op & 0x40) length |= delta[at++]! << 16
      if (length === 0) length = 0x10000
      if (at > end || from + length > base.length || to + length > result.length) throw outOfRange()
      if (length < 32) for (let k = 0; k < length; k++) result[to + k] = base[from + k]!
      else base.copy(result, to, from, from + length)
      to += length
    } else {
      // Instruction 0 is reserved.
      if (op === 0 || at + op > end || to + op > result.length) throw outOfRange()
      if (op < 32) for (let k = 0; k < op; k++) result[to + k] = delta[at + k]!
      else delta.copy(result, to, at, at + op)
      at += op
      to += op
    }
  }
  return to
}

function readSize(delta: Buffer, start: number): { value: number; end: number } {
  let value = 0
  let scale = 1
  for (let at = start; at < delta.length && at < start + 7; at++) {
    const byte = delta[at]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return { value, end: at + 1 }
    scale *= 128
  }
  throw damaged('delta without sizes')
}

function outOfRange(): RepositoryError {
  return damaged('delta exceeds its base or its result')
}
