import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A batch is what is appended to a file of values in one piece:
 *
 *     magic   8 bytes
 *     count   u32       of the values
 *     bytes   u32       of all values together
 *     sum     u32       CRC-32 of the count, the bytes and the table
 *     table   count of  u32, u32: hash of the key; u32: bytes of the value
 *     values  packed, see packed.ts
 *
 * All numbers are little-endian.
 */
const MAGIC = Buffer.from('gitglot\n')
export const HEADER_BYTES = 20
/** A row of the table. */
export const ROW_BYTES = 12
const SUM_AT = 16
/** The checksum covers everything from this offset on. */
const SUMMED_AT = 8

/** The first 64 bits of the key's SHA-1. */
export function hashOf(key: string): readonly [high: number, low: number] {
  const digits = hash('sha1', key, 'hex')
  return [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8, 16), 16)]
}

/** Encodes packed values as a batch. */
export function encodeBatch(values: readonly (readonly [key: string, packed: Buffer])[]): Buffer {
  const valuesAt = HEADER_BYTES + values.length * ROW_BYTES
  const valueBytes = values.reduce((sum, [, { length }]) => sum + length, 0)
  const batch = Buffer.allocUnsafe(valuesAt + valueBytes)
  MAGIC.copy(batch)
  batch.writeUInt32LE(values.length, 8)
  batch.writeUInt32LE(valueBytes, 12)
  let row = HEADER_BYTES
  let at = valuesAt
  for (const [key, packed] of values) {
    const [high, low] = hashOf(key)
    batch.writeUInt32LE(high, row)
    batch.writeUInt32LE(low, row + 4)
    batch.writeUInt32LE(packed.length, row + 8)
    row += ROW_BYTES
    at += packed.copy(batch, at)
  }
  batch.writeUInt32LE(sumOf(batch, batch.subarray(HEADER_BYTES, valuesAt)), SUM_AT)
  return batch
}

/** Returns the sizes in a header; undefined if there is none. */
export function decodeHeader(header: Buffer) {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const tableBytes = header.readUInt32LE(8) * ROW_BYTES
  return { tableBytes, valueBytes: header.readUInt32LE(12) }
}

/** Returns whether a table belongs to a header and both are undamaged. */
export function isWhole(header: Buffer, table: Buffer): boolean {
  return header.readUInt32LE(SUM_AT) === sumOf(header, table)
}

function sumOf(header: Buffer, table: Buffer): number {
  return crc32(table, crc32(header.subarray(SUMMED_AT, SUM_AT)))
}
