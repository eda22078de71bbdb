import { readFileSync, statSync } from 'node:fs'
import { messageOf, RepositoryError } from '../../errors.ts'
import { isAbsence } from '../text-file.ts'

/** An entry of Git's index: a tracked file, or a folder of a sparse index. */
export interface IndexEntry {
  /** Path from the top, without a trailing slash. */
  readonly path: string
  /** Octal, as in trees: `40000` for a folder that a sparse index holds as one entry. */
  readonly mode: string
  /** Id of the blob or tree; undefined for a merge conflict. */
  readonly oid: string | undefined
  /** Whether a sparse checkout leaves the file out; it still counts as being on disk. */
  readonly isSkipped: boolean
  /** Whether the user declared that the file never differs. */
  readonly isAssumedUnchanged: boolean
  /** State of the file on disk when Git last found it unmodified. */
  readonly seen: FileFacts
}

/** File metadata that changes when the file does. */
export interface FileFacts {
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
  /** Lower 32 bits of the inode number. */
  readonly inode: number
  /** Lower 32 bits of the size in bytes. */
  readonly size: number
}

/** Git's index. */
export interface Index {
  /** In Git's order. */
  readonly entries: readonly IndexEntry[]
  /** When the index was written: a file that changed at that time or later may differ despite equal facts. */
  readonly writtenNs: bigint
}

const HEADER_BYTES = 12
/** Size of an entry before its flags: ten numbers and the id. */
const FIXED_BYTES = 60
const FLAGS = { assumeUnchanged: 0x8000, extended: 0x4000, stage: 0x3000, skipped: 0x4000 }

/**
 * Reads an index of version 2, 3 or 4 (https://git-scm.com/docs/index-format). Returns undefined if there is none,
 * and `split` for a split index. Throws RepositoryError if the index is damaged.
 */
export function readIndex(file: string): Index | 'split' | undefined {
  try {
    const writtenNs = statSync(file, { bigint: true }).mtimeNs
    const entries = parseIndex(readFileSync(file))
    return entries === undefined ? 'split' : { entries, writtenNs }
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    const reason = messageOf(cause)
    throw new RepositoryError('damaged', `${file}: expected Git's index: ${reason}`, { cause })
  }
}

function parseIndex(bytes: Buffer): IndexEntry[] | undefined {
  const version = bytes.readUInt32BE(4)
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
    throw new RangeError('expected DIRC and a version from 2 to 4 at the start')
  }
  const entries: IndexEntry[] = []
  const count = bytes.readUInt32BE(8)
  let at = HEADER_BYTES
  let name = Buffer.alloc(0)
  for (let number = 0; number < count; number++) {
    const flags = bytes.readUInt16BE(at + FIXED_BYTES)
    const isExtended = version > 2 && (flags & FLAGS.extended) !== 0
    const more = isExtended ? bytes.readUInt16BE(at + FIXED_BYTES + 2) : 0
    let start = at + FIXED_BYTES + (isExtended ? 4 : 2)
    let sharedBytes = 0
    if (version === 4) {
      const [removed, next] = readVarint(bytes, start)
      sharedBytes = name.length - removed
      start = next
    }
    const end = bytes.indexOf(0, start)
    if (end < 0 || sharedBytes < 0) throw new RangeError(`entry ${number} is truncated`)
    name = Buffer.concat([name.subarray(0, sharedBytes), bytes.subarray(start, end)])
    entries.push(toEntry(bytes.subarray(at, at + FIXED_BYTES), name, { flags, more }))
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return isSplit(bytes, at) ? undefined : entries
}

function toEntry(
  fixed: Buffer,
  name: Buffer,
  { flags, more }: { readonly flags: number; readonly more: number },
): IndexEntry {
  const number = (place: number) => fixed.readUInt32BE(4 * place)
  const time = (place: number) => BigInt(number(place)) * 1_000_000_000n + BigInt(number(place + 1))
  return {
    path: name.toString('utf8').replace(/\/$/, ''),
    mode: number(6).toString(8),
    oid: (flags & FLAGS.stage) === 0 ? fixed.toString('hex', 40, FIXED_BYTES) : undefined,
    isSkipped: (more & FLAGS.skipped) !== 0,
    isAssumedUnchanged: (flags & FLAGS.assumeUnchanged) !== 0,
    seen: { ctimeNs: time(0), mtimeNs: time(2), inode: number(5), size: number(9) },
  }
}

/** Reads a number in the encoding of delta offsets in packs; returns it with the end offset. */
function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let at = start
  let byte = bytes.readUInt8(at++)
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++)
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return [value, at]
}

/** Returns whether an extension marks a split index, which keeps most entries in another file. */
function isSplit(bytes: Buffer, start: number): boolean {
  const end = bytes.length - 20
  for (let at = start; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true
  }
  return false
}
