import { crc32 } from 'node:zlib'

const SUM_BYTES = 4

/** Packs a value for storage, preceded by a checksum of its key and itself. */
export function pack(key: string, content: Uint8Array | string): Buffer {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length
  const packed = Buffer.allocUnsafe(SUM_BYTES + length)
  if (typeof content === 'string') packed.write(content, SUM_BYTES)
  else packed.set(content, SUM_BYTES)
  packed.writeUInt32LE(sumOf(key, packed), 0)
  return packed
}

/** Returns the value in the same memory; undefined if it or its key is damaged. */
export function unpack(key: string, packed: Buffer): Buffer | undefined {
  if (packed.length < SUM_BYTES || packed.readUInt32LE(0) !== sumOf(key, packed)) return undefined
  return contentOf(packed)
}

/** Returns the value in the same memory, without verifying the checksum again. */
export function contentOf(packed: Buffer): Buffer {
  return packed.subarray(SUM_BYTES)
}

function sumOf(key: string, packed: Buffer): number {
  return crc32(packed.subarray(SUM_BYTES), crc32(key))
}
