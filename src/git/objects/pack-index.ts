import { readFileSync, statSync } from 'node:fs'
import { firstNotBefore } from '../../binary-search.ts'
import { withSubject } from '../../errors.ts'
import { checkSize, damaged } from './object.ts'

const MAX_INDEX_BYTES = 1024 * 1024 * 1024
const FANOUT_AT = 8
const NAMES_AT: number = FANOUT_AT + 256 * 4
const NAME_BYTES = 20

/** A pack index in memory, with the offsets of its tables. */
export interface PackIndex {
  readonly bytes: Buffer
  readonly count: number
  readonly offsetsAt: number
  /** Start of the table of 64-bit offsets. */
  readonly largeOffsetsAt: number
  /** Checksum of the pack to which the index belongs. */
  readonly packChecksum: Buffer
}

/**
 * Reads a pack index. Throws RepositoryError if its version, size or fan-out table is wrong. Format:
 * https://git-scm.com/docs/pack-format#_version_2_pack_idx_files_support_packs_larger_than_4_gib_and
 */
export function readPackIndex(path: string): PackIndex {
  return withSubject(path, () => {
    checkSize(statSync(path).size, MAX_INDEX_BYTES)
    return parsePackIndex(readFileSync(path))
  })
}

function parsePackIndex(bytes: Buffer): PackIndex {
  if (bytes.length < NAMES_AT + 40) throw damaged('truncated')
  if (bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2) {
    const message = 'expected a pack index of version 2, which "git repack -a -d" writes'
    throw damaged(message)
  }
  const count = checkFanout(bytes)
  const smallestSize = NAMES_AT + count * 28 + 40
  const largeBytes = bytes.length - smallestSize
  if (largeBytes < 0 || largeBytes % 8 !== 0) {
    const message = `expected ${smallestSize} bytes for ${count} objects, found ${bytes.length}`
    throw damaged(message)
  }
  const offsetsAt = NAMES_AT + count * 24
  const packChecksum = bytes.subarray(bytes.length - 40, bytes.length - 20)
  return { bytes, count, offsetsAt, largeOffsetsAt: offsetsAt + count * 4, packChecksum }
}

/** Returns an object's offset in the pack (its id as 20 bytes), or -1. Throws RepositoryError for a damaged index. */
export function findOffset(index: PackIndex, oid: Buffer): number {
  const { bytes } = index
  const first = oid[0]!
  const high = oid.readUInt32BE(0)
  let low = firstWith(bytes, first)
  let end = firstWith(bytes, first + 1)
  while (low < end) {
    const middle = (low + end) >>> 1
    const nameAt = NAMES_AT + NAME_BYTES * middle
    let order = high - bytes.readUInt32BE(nameAt)
    if (order === 0) order = oid.compare(bytes, nameAt + 4, nameAt + 20, 4, 20)
    if (order === 0) return offsetOf(index, middle)
    if (order < 0) end = middle
    else low = middle + 1
  }
  return -1
}

/** Finds up to `limit` ids that start with a prefix of at least two hex digits. */
export function findIds(index: PackIndex, prefix: string, limit: number): string[] {
  const { bytes } = index
  const first = Number.parseInt(prefix.slice(0, 2), 16)
  const nameOf = (position: number) => {
    const at = NAMES_AT + NAME_BYTES * position
    return bytes.toString('hex', at, at + 20)
  }
  const start = firstWith(bytes, first)
  const last = firstWith(bytes, first + 1)
  const matches: string[] = []
  const begin = start + firstNotBefore(last - start, (at) => nameOf(start + at) < prefix)
  for (let at = begin; at < last && matches.length < limit && nameOf(at).startsWith(prefix); at++) {
    matches.push(nameOf(at))
  }
  return matches
}

/** Returns the position of the first name whose first byte is at least `byte`. */
function firstWith(bytes: Buffer, byte: number): number {
  return byte === 0 ? 0 : bytes.readUInt32BE(FANOUT_AT + 4 * (byte - 1))
}

function offsetOf({ bytes, offsetsAt, largeOffsetsAt }: PackIndex, position: number): number {
  const offset = bytes.readUInt32BE(offsetsAt + 4 * position)
  if (offset < 0x80000000) return offset
  const at = largeOffsetsAt + 8 * (offset - 0x80000000)
  if (at + 8 > bytes.length - 40) throw damaged('pack index without its 64-bit offset')
  return bytes.readUInt32BE(at) * 0x100000000 + bytes.readUInt32BE(at + 4)
}

function checkFanout(bytes: Buffer): number {
  let count = 0
  for (let i = 0; i < 256; i++) {
    const next = bytes.readUInt32BE(FANOUT_AT + 4 * i)
    if (next < count) throw damaged('fan-out table out of order')
    count = next
  }
  return count
}
