import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { checkSize, damaged } from './object.ts'
import type { PackIndex } from './pack-index.ts'

/** A pack with its index. The pack file is opened when first read. */
export interface Pack {
  readonly path: string
  readonly index: PackIndex
  open: OpenPack | undefined
}

interface OpenPack {
  readonly file: number
  /** Offset at which the last object ends. */
  readonly end: number
}

/** A raw pack entry. `base` is an offset or an id (20 bytes) for a delta, and undefined for a whole object. */
export interface PackEntry {
  /** 1 commit, 2 tree, 3 blob, 4 tag, 6 delta by offset, 7 delta by id. */
  readonly type: number
  /** Size after inflating, in bytes. */
  readonly size: number
  readonly base: number | Buffer | undefined
  /** The zlib stream; bytes of the next entry may follow it. */
  readonly body: Buffer
}

const HEADER_BYTES = 12
const TRAILER_BYTES = 20
/** Bytes read first: enough for most entries, and for every entry header (28 bytes at most). */
const FIRST_BYTES = 4096

/**
 * Reads the entry at an offset. Throws RepositoryError if the offset is outside the pack, if the entry is damaged,
 * or if it declares more than `maxBytes` (before reading its body); throws a file system error if the pack is gone.
 * Format: https://git-scm.com/docs/pack-format#_pack_pack_files_have_the_following_format
 */
export function readPackEntry(pack: Pack, offset: number, maxBytes: number): PackEntry {
  const open = openPack(pack)
  if (offset < HEADER_BYTES || offset >= open.end) {
    throw damaged(`offset ${offset} is outside the pack`)
  }
  const first = readBytes(open, offset, FIRST_BYTES)
  const { type, size, base, end } = parseEntryHeader(first, offset)
  checkSize(size, maxBytes)
  // zlib finds the end of the body: reading a little too much is faster than sorting the offsets of a large index.
  // Deflate adds less than a quarter.
  const length = size + (size >>> 2) + 64
  const isRead = end + length <= FIRST_BYTES
  const body = isRead ? first.subarray(end, end + length) : readBytes(open, offset + end, length)
  return { type, size, base, body }
}

/** Closes the pack file; the next read reopens it. */
export function closePack(pack: Pack): void {
  if (pack.open) closeSync(pack.open.file)
  pack.open = undefined
}

function openPack(pack: Pack): OpenPack {
  if (pack.open) return pack.open
  const file = openSync(pack.path, 'r')
  try {
    const { size } = fstatSync(file)
    const { path } = pack
    const header = Buffer.alloc(HEADER_BYTES)
    const trailer = Buffer.alloc(TRAILER_BYTES)
    readSync(file, header, 0, HEADER_BYTES, 0)
    if (size >= 32) readSync(file, trailer, 0, TRAILER_BYTES, size - TRAILER_BYTES)
    const version = header.readUInt32BE(4)
    if (header.toString('latin1', 0, 4) !== 'PACK' || (version !== 2 && version !== 3)) {
      throw damaged(`${path}: expected a pack of version 2 or 3`)
    }
    if (header.readUInt32BE(8) !== pack.index.count || !trailer.equals(pack.index.packChecksum)) {
      throw damaged(`${path}: does not belong to its index, or is truncated`)
    }
    pack.open = { file, end: size - TRAILER_BYTES }
    return pack.open
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Reads `length` bytes at an offset, or fewer at the end of the pack. */
function readBytes({ file, end }: OpenPack, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, end - offset)))
  let done = 0
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, bytes.length - done, offset + done)
    if (read === 0) break
    done += read
  }
  return bytes.subarray(0, done)
}

/** Parses the header of the entry at an offset; `end` is its length. Throws RepositoryError if it is damaged. */
function parseEntryHeader(
  bytes: Buffer,
  offset: number,
): { type: number; size: number; base: number | Buffer | undefined; end: number } {
  let at = 0
  let byte = bytes[at++]!
  const type = (byte >> 4) & 7
  let size = byte & 15
  for (let scale = 16; byte & 0x80; scale *= 128) {
    if (at === 8 || at >= bytes.length) throw damaged(`damaged header at ${offset}`)
    byte = bytes[at++]!
    size += (byte & 0x7f) * scale
  }
  if (type === 0 || type === 5) throw damaged(`unknown object type at ${offset}`)
  if (type === 7) {
    if (at + 20 > bytes.length) throw damaged(`damaged header at ${offset}`)
    return { type, size, base: bytes.subarray(at, at + 20), end: at + 20 }
  }
  if (type !== 6) return { type, size, base: undefined, end: at }
  let distance = -1
  do {
    if (at >= bytes.length || distance > offset) {
      throw damaged(`damaged header at ${offset}`)
    }
    byte = bytes[at++]!
    distance = (distance + 1) * 128 + (byte & 0x7f)
  } while (byte & 0x80)
  if (distance === 0 || distance >= offset) {
    throw damaged(`base of the delta at ${offset} is outside the pack`)
  }
  return { type, size, base: offset - distance, end: at }
}
