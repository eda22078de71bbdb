import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { createInflate } from 'node:zlib'
import { firstNotBefore } from '../../bisect.ts'
import { RepositoryError } from '../../errors.ts'
import { applyDelta } from '../objects/delta.ts'
import { inflate, inflateFrom } from '../objects/inflate.ts'
import { type GitObject, PACKED_TYPES } from '../objects/object.ts'
import { createObjectCache } from '../objects/object-cache.ts'
import { MAX_ENTRY_HEADER_BYTES, parseEntryHeader } from '../objects/pack.ts'
import { createLookUp, type PackedObjects } from './packed-objects.ts'

// Together they hold what is in memory at once below 64 MiB.
const MAX_OBJECTS = 750_000
const MAX_DELTA_BYTES = 16 << 20
const CACHE_BYTES = 8 << 20
const WINDOW_BYTES = 1 << 20
/** A larger object that is no delta is hashed as it is inflated. */
const LARGE_BYTES = 4 << 20

const HEADER_BYTES = 12
const TRAILER_BYTES = 20
const MAX_CHAIN = 4096
/** Of deltas by id that come before their bases; git writes none. */
const MAX_ROUNDS = 256
/** What a small hostile pack may unpack to costs time, though no memory. */
const MAX_UNPACKED_BYTES = 64 * 2 ** 30
const DELTA_BY_OFFSET = 6
const NO_BASE = -1
const UNKNOWN_BASE = -2

/**
 * Finds the objects of a pack that needs no objects outside of it. Only what it is working on is in memory. `onEntry` is
 * called again and again. Rejects with an Error for a pack that is damaged or has too much for this engine.
 */
export async function indexPack(path: string, onEntry: () => void): Promise<PackedObjects> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const header = Buffer.alloc(HEADER_BYTES)
    readSync(file, header, 0, HEADER_BYTES, 0)
    if (header.toString('latin1', 0, 4) !== 'PACK') throw new Error('expected a pack')
    const count = header.readUInt32BE(8)
    if (count > MAX_OBJECTS) throw tooLarge(`${count} objects, ${TOO_LARGE}`)
    const entries: Entries = {
      count,
      offsets: new Uint32Array(count + 1),
      types: new Uint8Array(count),
      bases: new Int32Array(count),
      oids: Buffer.alloc(count * 20),
    }
    const scan: Scan = { path, file, end: size - TRAILER_BYTES, onEntry, unpacked: 0 }
    await findWholeObjects(entries, scan)
    resolveDeltas(entries, scan)
    return entries
  } finally {
    closeSync(file)
  }
}

const TOO_LARGE = 'too large to do without git on PATH'

interface Entries extends PackedObjects {
  /** One more than there are objects: where the last one ends. */
  readonly offsets: Uint32Array
  /** As in the pack; of a delta, once its base is known, that of the object which it makes. */
  readonly types: Uint8Array
  /** The place of a delta's base; until it is known, `oids` holds the base's id. */
  readonly bases: Int32Array
}

interface Scan {
  readonly path: string
  readonly file: number
  readonly end: number
  readonly onEntry: () => void
  /** Bytes that were made so far. */
  unpacked: number
}

function countUnpacked(scan: Scan, bytes: number): void {
  scan.unpacked += bytes
  if (scan.unpacked > MAX_UNPACKED_BYTES) {
    throw tooLarge(`unpacks to more than ${MAX_UNPACKED_BYTES} bytes, ${TOO_LARGE}`)
  }
}

/** Where each entry begins, and the ids of those that are no deltas. */
async function findWholeObjects(entries: Entries, scan: Scan): Promise<void> {
  const { count, offsets, types, bases, oids } = entries
  const bytesAt = createWindow(scan)
  let offset = HEADER_BYTES
  for (let i = 0; i < count; i++) {
    scan.onEntry()
    offsets[i] = offset
    const { type, size, base, end } = parseEntryHeader(
      bytesAt(offset, MAX_ENTRY_HEADER_BYTES),
      offset,
    )
    types[i] = type
    bases[i] = NO_BASE
    const start = offset + end
    countUnpacked(scan, size)
    if (base === undefined && size > LARGE_BYTES) {
      const { oid, used } = await hashLarge(scan, { start, type, size })
      oid.copy(oids, i * 20)
      offset = start + used
      continue
    }
    if (size > MAX_DELTA_BYTES) throw tooLarge(`a delta of ${size} bytes, ${TOO_LARGE}`)
    const { output, used } = inflateFrom(bytesAt(start, size + (size >>> 2) + 64), size)
    offset = start + used
    if (base === undefined) hashObject(type, output).copy(oids, i * 20)
    else if (Buffer.isBuffer(base)) {
      bases[i] = UNKNOWN_BASE
      base.copy(oids, i * 20)
    } else bases[i] = placeOf(offsets, i, base)
  }
  offsets[count] = offset
  if (offset !== scan.end) throw new Error('the pack has bytes after its last object')
}

/** Finds what deltas make: those whose base is known, then those whose base is known now, and so on. */
function resolveDeltas(entries: Entries, scan: Scan): void {
  const { types, bases, oids } = entries
  const read = createReader(entries, scan)
  const isWhole = (i: number) => (types[i] ?? 0) < DELTA_BY_OFFSET
  let open = [...types.keys()].filter((i) => !isWhole(i))
  for (let round = 0; open.length > 0; round++) {
    const left: number[] = []
    const placeOfOid = open.some((i) => bases[i] === UNKNOWN_BASE)
      ? createLookUp(entries, isWhole)
      : () => undefined
    for (const i of open) {
      scan.onEntry()
      if (bases[i] === UNKNOWN_BASE) bases[i] = placeOfOid(oids, i * 20) ?? UNKNOWN_BASE
      const base = bases[i] ?? UNKNOWN_BASE
      if (base < 0 || !isWhole(base)) {
        left.push(i)
        continue
      }
      const object = read(i)
      countUnpacked(scan, object.data.length)
      types[i] = PACKED_TYPES.indexOf(object.type)
      hashObject(types[i], object.data).copy(oids, i * 20)
    }
    if (left.length === open.length || round === MAX_ROUNDS)
      throw new Error('the pack has deltas without their bases')
    open = left
  }
}

/** Reads the object that a delta makes; the bases of those in a chain have been found before. */
function createReader({ offsets, types, bases }: Entries, scan: Scan): (i: number) => GitObject {
  const cache = createObjectCache(CACHE_BYTES)

  function bodyOf(i: number): { readonly type: number; readonly data: Buffer } {
    const [start = 0, end = 0] = offsets.subarray(i, i + 2)
    const bytes = readBytes(scan.file, start, end - start)
    const header = parseEntryHeader(bytes, start)
    if (header.size > MAX_DELTA_BYTES)
      throw tooLarge(`a base of ${header.size} bytes, ${TOO_LARGE}`)
    return { type: header.type, data: inflate(bytes.subarray(header.end), header.size) }
  }

  return (place) => {
    const chain: number[] = []
    let at = place
    let object = cache.get(scan, at)
    while (object === undefined && bases[at] !== NO_BASE) {
      if (chain.push(at) > MAX_CHAIN) throw new Error('endless chain of deltas')
      at = bases[at] ?? 0
      object = cache.get(scan, at)
    }
    object ??= { type: PACKED_TYPES[types[at] ?? 0] ?? 'blob', data: bodyOf(at).data }
    cache.set(scan, at, object)
    for (const delta of chain.reverse()) {
      object = {
        type: object.type,
        data: applyDelta(object.data, bodyOf(delta).data, MAX_DELTA_BYTES),
      }
      cache.set(scan, delta, object)
    }
    return object
  }
}

function placeOf(offsets: Uint32Array, count: number, offset: number): number {
  const low = firstNotBefore(count, (index) => (offsets[index] ?? 0) < offset)
  if (offsets[low] !== offset || low >= count)
    throw new Error('the pack has a delta without its base')
  return low
}

function hashObject(type: number, data: Buffer): Buffer {
  return startHash(type, data.length).update(data).digest()
}

function startHash(type: number, size: number): ReturnType<typeof createHash> {
  return createHash('sha1').update(`${PACKED_TYPES[type]} ${size}\0`)
}

async function hashLarge(
  { path, end, onEntry }: Scan,
  { start, type, size }: { readonly start: number; readonly type: number; readonly size: number },
): Promise<{ readonly oid: Buffer; readonly used: number }> {
  const hash = startHash(type, size)
  const source = createReadStream(path, { start, end: end - 1 })
  const inflating = createInflate()
  source.on('error', (error) => inflating.destroy(error))
  let length = 0
  try {
    for await (const chunk of source.pipe(inflating)) {
      onEntry()
      length += chunk.length
      if (length > size) break
      hash.update(chunk)
    }
  } finally {
    source.destroy()
  }
  if (length !== size) throw new Error(`expected ${size} bytes in a zlib stream, found others`)
  return { oid: hash.digest(), used: inflating.bytesWritten }
}

/** Reads forwards: most entries are in the part of the file that is in memory. */
function createWindow({ file, end }: Scan): (offset: number, length: number) => Buffer {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return (offset, length) => {
    const wanted = Math.min(length, end - offset)
    if (wanted > WINDOW_BYTES) return readBytes(file, offset, wanted)
    if (offset < start || offset + wanted > start + window.length) {
      start = offset
      window = readBytes(file, offset, Math.min(WINDOW_BYTES, end - offset))
    }
    return window.subarray(offset - start, offset - start + wanted)
  }
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  const read = readSync(file, bytes, 0, bytes.length, offset)
  return bytes.subarray(0, read)
}

function tooLarge(what: string): RepositoryError {
  return new RepositoryError(what, { code: 'too-large' })
}
