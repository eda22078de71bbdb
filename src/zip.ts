import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { strToU8, Zip, ZipPassThrough, type Zippable, zipSync } from 'fflate'
import { nextTurn } from './next-turn.ts'

const compress = promisify<Uint8Array, Buffer<ArrayBuffer>>(deflateRaw)

/** Returns a zip archive. Equal members on the same day give equal bytes. `timestamp` is in seconds since 1970. */
export function createZip(members: Zippable, timestamp: number): Uint8Array {
  if (Object.keys(members).length === 0) return EMPTY_ZIP
  return zipSync(members, { mtime: zipTime(timestamp) })
}

/** A file of an archive. */
export interface ZipMember {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Yields the archive that `createZip` would return in chunks, with one member in memory at a time. Compresses members
 * in a thread. Throws RangeError if the archive exceeds 4 GiB.
 */
export async function* zipInSteps(
  members: AsyncIterable<ZipMember> | Iterable<ZipMember>,
  timestamp: number,
): AsyncGenerator<Uint8Array> {
  const mtime = zipTime(timestamp)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
    untaken += chunk.length
  })
  let bytes = 0
  let untaken = 0
  let count = 0
  const take = (): Uint8Array => {
    bytes += untaken
    untaken = 0
    if (bytes > MAX_UINT32) throw new RangeError('a zip archive of more than 4 GiB')
    return Buffer.concat(chunks.splice(0))
  }
  for await (const { name, bytes: content } of members) {
    const file = new CompressedFile(name, await compress(content))
    file.mtime = mtime
    zip.add(file)
    count += 1
    for (let start = 0; start === 0 || start < content.length; start += SLICE_BYTES) {
      const end = start + SLICE_BYTES
      file.push(content.subarray(start, end), end >= content.length)
      if (untaken >= SLICE_BYTES) yield take()
      await nextTurn()
    }
  }
  if (untaken > 0) yield take()
  zip.end()
  const directory = take()
  yield count > MAX_UINT16
    ? withLongCount(directory, { count, offset: bytes - directory.length })
    : directory
}

const SLICE_BYTES = 1 << 16

/** Checksums the pieces of a file, but emits as many bytes of its precompressed content for each. */
class CompressedFile extends ZipPassThrough {
  override readonly compression = 8
  #rest: Buffer<ArrayBuffer>

  constructor(name: string, compressed: Buffer<ArrayBuffer>) {
    super(name)
    this.#rest = compressed
  }

  protected override process({ length }: Uint8Array, isLast: boolean): void {
    const end = isLast ? this.#rest.length : length
    this.ondata(null, this.#rest.subarray(0, end), isLast)
    this.#rest = this.#rest.subarray(end)
  }
}

const MAX_UINT16 = 0xffff
const MAX_UINT32 = 0xffffffff
const END_BYTES = 22

/**
 * Returns the end of an archive with more than 65,535 members: the directory, and the Zip64 records with 64-bit counts
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.14 to 4.3.16), which fflate does not write.
 * `offset` is the start of the directory.
 */
function withLongCount(
  directory: Uint8Array,
  { count, offset }: { readonly count: number; readonly offset: number },
): Uint8Array {
  const bytes = directory.length - END_BYTES
  const long = Buffer.alloc(56)
  long.write('PK\u0006\u0006', 'latin1')
  long.writeBigUInt64LE(44n, 4)
  long.writeUInt16LE(45, 12)
  long.writeUInt16LE(45, 14)
  long.writeBigUInt64LE(BigInt(count), 24)
  long.writeBigUInt64LE(BigInt(count), 32)
  long.writeBigUInt64LE(BigInt(bytes), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(END_BYTES)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(MAX_UINT16, 8)
  end.writeUInt16LE(MAX_UINT16, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([directory.subarray(0, bytes), long, locator, end])
}

/** A zip stores local times; noon exists on every day in every time zone. */
function zipTime(seconds: number): Date {
  const day = new Date(Math.min(Math.max(seconds, EARLIEST_SECOND), LATEST_SECOND) * 1000)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12)
}

/** Zip's calendar starts in 1980; writers support it up to 2099. */
const EARLIEST_SECOND = Date.UTC(1980, 0, 2) / 1000
const LATEST_SECOND = Date.UTC(2099, 11, 30) / 1000
const EMPTY_ZIP = strToU8(`PK\u0005\u0006${'\0'.repeat(18)}`)
