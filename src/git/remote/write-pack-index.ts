import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { type PackedObjects, sortByOid } from './packed-objects.ts'

const ENTRY_BYTES = 24
const ENTRIES_PER_WRITE = 32_768

/**
 * Writes the index of a pack in version 1, which is the smaller one; its offsets have 32 bits.
 * Format: https://git-scm.com/docs/pack-format#_original_version_1_pack_idx_files_have_the_following_format
 */
export function writePackIndex(
  path: string,
  { count, offsets, oids }: PackedObjects,
  packChecksum: string,
): void {
  const order = sortByOid(oids)
  const hash = createHash('sha1')
  const file = openSync(path, 'w')
  const write = (bytes: Buffer): void => {
    hash.update(bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  }
  try {
    const fanout = Buffer.alloc(256 * 4)
    const counts = new Uint32Array(256)
    for (const place of order) counts[oids[place * 20] ?? 0]!++
    let sum = 0
    for (const [first, own] of counts.entries()) {
      sum += own
      fanout.writeUInt32BE(sum, first * 4)
    }
    write(fanout)
    for (let start = 0; start < count; start += ENTRIES_PER_WRITE) {
      const part = order.subarray(start, start + ENTRIES_PER_WRITE)
      const bytes = Buffer.alloc(part.length * ENTRY_BYTES)
      for (const [i, place] of part.entries()) {
        bytes.writeUInt32BE(offsets[place] ?? 0, i * ENTRY_BYTES)
        oids.copy(bytes, i * ENTRY_BYTES + 4, place * 20, place * 20 + 20)
      }
      write(bytes)
    }
    write(Buffer.from(packChecksum, 'hex'))
    const checksum = hash.digest()
    writeSync(file, checksum)
  } finally {
    closeSync(file)
  }
}
