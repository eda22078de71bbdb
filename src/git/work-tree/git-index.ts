import { type BigIntStats, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../errors.ts'
import { damaged } from '../objects/object.ts'
import type { TreeEntry } from '../repository.ts'
import { isAbsence } from '../text-file.ts'

/** An entry of Git's index: a tracked file, or a folder of a sparse index. */
interface IndexEntry {
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
  /** State of the file on disk when Git last found it unmodified; of inode and size, the lower 32 bits. */
  readonly seen: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs' | 'ino' | 'size'>
}

const NOTHING: ReadonlyMap<string, IndexEntry | undefined> = new Map()

/** The tracked files according to Git's index. */
export class GitIndex {
  /** False if the index is split in two files, so that nobody knows which ignored files are tracked nevertheless. */
  readonly isKnown: boolean = true
  /** When the index was written: a file that changed at that time or later may differ despite equal stats. */
  readonly #writtenNs: bigint = 0n
  readonly #files = new Map<string, IndexEntry>()
  readonly #folders = new Set<string>()
  /** Maps a folder to the files that count in it though a sparse checkout lacks them, and folders (undefined). */
  readonly #skipped = new Map<string, Map<string, IndexEntry | undefined>>()

  /** Throws RepositoryError if the index is damaged. */
  constructor(gitDir: string) {
    const file = join(gitDir, 'index')
    try {
      this.#writtenNs = statSync(file, { bigint: true }).mtimeNs
      const entries = parseIndex(readFileSync(file))
      this.isKnown = entries !== undefined
      for (const entry of entries ?? []) this.#add(entry)
    } catch (cause) {
      if (isAbsence(cause)) return
      const reason = messageOf(cause)
      throw damaged(`${file}: expected Git's index: ${reason}`, { cause })
    }
  }

  #add(entry: IndexEntry): void {
    const { path } = entry
    this.#files.set(path, entry)
    let isSkipped = entry.isSkipped || entry.isAssumedUnchanged
    let skipped = isSkipped ? entry : undefined
    for (let at = path; at !== ''; ) {
      const slash = at.lastIndexOf('/')
      const folder = slash < 0 ? '' : at.slice(0, slash)
      const isNew = !this.#folders.has(folder)
      this.#folders.add(folder)
      if (isSkipped) {
        const names = this.#skipped.get(folder) ?? new Map<string, IndexEntry | undefined>()
        isSkipped = !names.has(at.slice(slash + 1))
        this.#skipped.set(folder, names.set(at.slice(slash + 1), skipped))
        skipped = undefined
      }
      if (!isNew && !isSkipped) break
      at = folder
    }
  }

  /** Adds the entries of a folder that a sparse index holds as one entry. Throws RepositoryError. */
  expand(
    { path, oid = '', ...folder }: IndexEntry,
    readTree: (oid: string) => readonly TreeEntry[],
  ): void {
    for (const entry of readTree(oid)) {
      this.#add({ ...folder, ...entry, path: `${path}/${entry.name}` })
    }
  }

  get(path: string): IndexEntry | undefined {
    return this.#files.get(path)
  }

  /** Returns whether a path is tracked, or any file below it. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path) || this.#files.has(path)
  }

  /** Returns the names in a folder that a sparse checkout leaves out but that count, or that contain such files. */
  skippedIn(folder: string): ReadonlyMap<string, IndexEntry | undefined> {
    return this.#skipped.get(folder) ?? NOTHING
  }

  /** Returns a file's stored id unless it changed since Git compared it (https://git-scm.com/docs/racy-git). */
  unchangedId(path: string, stats: BigIntStats): string | undefined {
    const entry = this.#files.get(path)
    if (entry === undefined || !entry.mode.startsWith('100')) return undefined
    const { seen, isAssumedUnchanged, oid } = entry
    const isSame =
      isAssumedUnchanged ||
      (seen.mtimeNs === stats.mtimeNs &&
        seen.ctimeNs === stats.ctimeNs &&
        seen.mtimeNs < this.#writtenNs &&
        seen.ino === BigInt.asUintN(32, stats.ino) &&
        seen.size === BigInt.asUintN(32, stats.size))
    return isSame ? oid : undefined
  }
}

const HEADER_BYTES = 12
/** Size of an entry before its flags: ten numbers and the id. */
const FIXED_BYTES = 60
const FLAGS = { assumeUnchanged: 0x8000, extended: 0x4000, stage: 0x3000, skipped: 0x4000 }

/**
 * Parses an index of version 2, 3 or 4 (https://git-scm.com/docs/index-format); undefined for a split index. Throws
 * RangeError if the index is damaged.
 */
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
    const fixed = bytes.subarray(at, at + FIXED_BYTES)
    const field = (place: number) => fixed.readUInt32BE(4 * place)
    const time = (place: number) => BigInt(field(place)) * 1_000_000_000n + BigInt(field(place + 1))
    entries.push({
      path: name.toString('utf8').replace(/\/$/, ''),
      mode: field(6).toString(8),
      oid: (flags & FLAGS.stage) === 0 ? fixed.toString('hex', 40) : undefined,
      isSkipped: (more & FLAGS.skipped) !== 0,
      isAssumedUnchanged: (flags & FLAGS.assumeUnchanged) !== 0,
      seen: { ctimeNs: time(0), mtimeNs: time(2), ino: BigInt(field(5)), size: BigInt(field(9)) },
    })
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7)
  }
  return isSplit(bytes, at) ? undefined : entries
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
