import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { RepositoryError } from '../errors.ts'
import { inflate } from './inflate.ts'
import { type GitObject, isObjectType, type ObjectType } from './object.ts'
import { isAbsence, statPath } from './text-file.ts'

// The header may come after a table of Huffman codes, which takes up to some 300 bytes.
const startBytes = 512

/**
 * An object that lies in a file of its own; undefined when there is none. Throws RepositoryError when it is damaged
 * or over `maxBytes` (holding no more than that). Format: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function readLooseObject(
  objectFolder: string,
  oid: string,
  maxBytes: number,
): GitObject | undefined {
  const path = join(objectFolder, oid.slice(0, 2), oid.slice(2))
  const stats = statPath(path)
  if (!stats?.isFile()) return undefined
  // Deflate adds less than a quarter: no object within the limit takes more.
  if (stats.size > maxBytes + (maxBytes >>> 2) + 1024) {
    throw new RepositoryError(`over the limit of ${maxBytes} bytes`)
  }
  let file: Buffer
  try {
    file = readFileSync(path)
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    throw new RepositoryError(`${path}: cannot be read`, { cause })
  }
  const header = parseHeader(inflateStart(file))
  if (header.size > maxBytes) {
    throw new RepositoryError(`${header.size} bytes, over the limit of ${maxBytes} bytes`)
  }
  const bytes = inflate(file, header.end + header.size)
  return { type: header.type, data: bytes.subarray(header.end) }
}

function inflateStart(file: Buffer): Buffer {
  try {
    return inflateSync(file.subarray(0, startBytes), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RepositoryError(`damaged zlib stream: ${reason}`, { cause })
  }
}

function parseHeader(start: Buffer): { type: ObjectType; size: number; end: number } {
  const header = /^([a-z]+) (0|[1-9][0-9]{0,14})\0/.exec(start.toString('latin1', 0, 32))
  const [whole, type, size] = header ?? []
  if (!whole || !type || !isObjectType(type)) {
    throw new RepositoryError('expected an object header (type and size)')
  }
  return { type, size: Number(size), end: whole.length }
}
