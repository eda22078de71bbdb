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
 * in a thread. Throws RangeError if the archive exceeds 4 GiB or 65,535 members, beyond which it would need Zip64.
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
    if (bytes > MAX_BYTES) throw new RangeError('a zip archive of more than 4 GiB')
    return Buffer.concat(chunks.splice(0))
  }
  for await (const { name, bytes: content } of members) {
    const file = new CompressedFile(name, await compress(content))
    file.mtime = mtime
    zip.add(file)
    if (++count > MAX_MEMBERS) throw new RangeError('a zip archive of more than 65,535 members')
    for (let start = 0; start === 0 || start < content.length; start += SLICE_BYTES) {
      const end = start + SLICE_BYTES
      file.push(content.subarray(start, end), end >= content.length)
      if (untaken >= SLICE_BYTES) yield take()
      await nextTurn()
    }
  }
  zip.end()
  yield take()
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

/** Limits of the sizes and of the number of members, which fflate does not check. */
const MAX_BYTES = 0xffffffff
const MAX_MEMBERS = 0xffff

/** A zip stores local times; noon exists on every day in every time zone. */
function zipTime(seconds: number): Date {
  const day = new Date(Math.min(Math.max(seconds, EARLIEST_SECOND), LATEST_SECOND) * 1000)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12)
}

/** Zip's calendar starts in 1980; writers support it up to 2099. */
const EARLIEST_SECOND = Date.UTC(1980, 0, 2) / 1000
const LATEST_SECOND = Date.UTC(2099, 11, 30) / 1000
const EMPTY_ZIP = strToU8(`PK\u0005\u0006${'\0'.repeat(18)}`)
