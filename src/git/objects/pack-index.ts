import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { firstNotBefore } from '../../bisect.ts'
import { RepositoryError } from '../../errors.ts'

const MAX_INDEX_BYTES = 1024 * 1024 * 1024
const FANOUT_BYTES = 256 * 4

/** A pack's index in memory: where the object ids and the offsets lie in its bytes. */
export interface PackIndex {
  readonly bytes: Buffer
  readonly count: number
  readonly fanoutAt: number
  readonly namesAt: number
  readonly nameStride: number
  readonly offsetsAt: number
  readonly offsetStride: number
  /** Where version 2 keeps its 64-bit offsets; undefined in version 1, whose offsets use all 32 bits. */
  readonly largeOffsetsAt: number | undefined
  /** Checksum of the pack that the index belongs to. */
  readonly packChecksum: Buffer
}

/**
 * Reads an index of version 1 or 2. Throws RepositoryError when its size or its fan-out table does not fit.
 * Format: https://git-scm.com/docs/pack-format#_original_version_1_pack_idx_files_have_the_following_format
 */
export function readPackIndex(path: string): PackIndex {
  const bytes = readIndexBytes(path)
  const isVersion2 = bytes.length >= 8 && bytes.readUInt32BE(0) === 0xff744f63
  if (isVersion2 && bytes.readUInt32BE(4) !== 2) {
    throw new RepositoryError(`${path}: expected a pack index of version 1 or 2`, {
      code: 'damaged',
    })
  }
  const fanoutAt = isVersion2 ? 8 : 0
  if (bytes.length < fanoutAt + FANOUT_BYTES + 40)
    throw new RepositoryError(`${path}: truncated`, { code: 'damaged' })
  const count = checkFanout(path, bytes, fanoutAt)
  const tableAt = fanoutAt + FANOUT_BYTES
  const smallestSize = tableAt + count * (isVersion2 ? 28 : 24) + 40
  const largeBytes = bytes.length - smallestSize
  if (largeBytes < 0 || (isVersion2 ? largeBytes % 8 !== 0 : largeBytes !== 0)) {
    throw new RepositoryError(
      `${path}: expected ${smallestSize} bytes for ${count} objects, found ${bytes.length}`,
      { code: 'damaged' },
    )
  }
  const packChecksum = bytes.subarray(bytes.length - 40, bytes.length - 20)
  const common = { bytes, count, fanoutAt, packChecksum }
  if (!isVersion2) {
    const strides = { nameStride: 24, offsetStride: 24 }
    const places = { namesAt: tableAt + 4, offsetsAt: tableAt, largeOffsetsAt: undefined }
    return { ...common, ...strides, ...places }
  }
  const offsetsAt = tableAt + count * 24
  const places = { namesAt: tableAt, offsetsAt, largeOffsetsAt: offsetsAt + count * 4 }
  return { ...common, nameStride: 20, offsetStride: 4, ...places }
}

/** Offset in the pack of an object, whose id is 20 bytes, or -1. Throws RepositoryError when damaged. */
export function findOffset(index: PackIndex, oid: Buffer): number {
  const { bytes, fanoutAt, namesAt, nameStride } = index
  const first = oid[0]!
  const high = oid.readUInt32BE(0)
  let low = first === 0 ? 0 : bytes.readUInt32BE(fanoutAt + 4 * (first - 1))
  let end = bytes.readUInt32BE(fanoutAt + 4 * first)
  while (low < end) {
    const middle = (low + end) >>> 1
    const nameAt = namesAt + nameStride * middle
    let order = high - bytes.readUInt32BE(nameAt)
    if (order === 0) order = oid.compare(bytes, nameAt + 4, nameAt + 20, 4, 20)
    if (order === 0) return offsetOf(index, middle)
    if (order < 0) end = middle
    else low = middle + 1
  }
  return -1
}

/** Ids in an index that begin with some hex digits (two at least), at most `limit` of them. */
export function findIds(index: PackIndex, prefix: string, limit: number): string[] {
  const { bytes, fanoutAt, namesAt, nameStride } = index
  const first = Number.parseInt(prefix.slice(0, 2), 16)
  const nameOf = (position: number) => {
    const at = namesAt + nameStride * position
    return bytes.toString('hex', at, at + 20)
  }
  const start = first === 0 ? 0 : bytes.readUInt32BE(fanoutAt + 4 * (first - 1))
  const last = bytes.readUInt32BE(fanoutAt + 4 * first)
  const found: string[] = []
  const begin = start + firstNotBefore(last - start, (at) => nameOf(start + at) < prefix)
  for (let at = begin; at < last && found.length < limit && nameOf(at).startsWith(prefix); at++) {
    found.push(nameOf(at))
  }
  return found
}

function offsetOf(index: PackIndex, position: number): number {
  const { bytes, largeOffsetsAt } = index
  const offset = bytes.readUInt32BE(index.offsetsAt + index.offsetStride * position)
  if (largeOffsetsAt === undefined || offset < 0x80000000) return offset
  const at = largeOffsetsAt + 8 * (offset - 0x80000000)
  if (at + 8 > bytes.length - 40)
    throw new RepositoryError('pack index without its 64-bit offset', { code: 'damaged' })
  return bytes.readUInt32BE(at) * 0x100000000 + bytes.readUInt32BE(at + 4)
}

function checkFanout(path: string, bytes: Buffer, fanoutAt: number): number {
  let count = 0
  for (let i = 0; i < 256; i++) {
    const next = bytes.readUInt32BE(fanoutAt + 4 * i)
    if (next < count)
      throw new RepositoryError(`${path}: fan-out table out of order`, { code: 'damaged' })
    count = next
  }
  return count
}

function readIndexBytes(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > MAX_INDEX_BYTES) {
      throw new RepositoryError(`${path}: ${size} bytes, over the limit of ${MAX_INDEX_BYTES}`, {
        code: 'too-large',
      })
    }
    const bytes = Buffer.allocUnsafe(size)
    let length = 0
    while (length < size) {
      const read = readSync(file, bytes, length, size - length, length)
      if (read === 0) throw new RepositoryError(`${path}: truncated`, { code: 'damaged' })
      length += read
    }
    return bytes
  } finally {
    closeSync(file)
  }
}
