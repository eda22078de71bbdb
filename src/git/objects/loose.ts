import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { messageOf } from '../../errors.ts'
import { inZlib } from '../../thread-end.ts'
import { isAbsence, listFolder, statPath } from '../text-file.ts'
import { inflate } from './inflate.ts'
import {
  checkSize,
  damaged,
  type GitObject,
  isOid,
  OBJECT_TYPES,
  type ObjectType,
} from './object.ts'

// Compressed bytes read first. A table of Huffman codes of up to about 300 bytes may precede the header.
const START_BYTES = 512

/** Returns whether a folder has a loose file for an object. */
export function hasLooseObject(objectFolder: string, oid: string): boolean {
  return statPath(`${objectFolder}/${oid.slice(0, 2)}/${oid.slice(2)}`)?.isFile() === true
}

/**
 * Reads a loose object; undefined if there is no such file. Throws RepositoryError if it is damaged or larger than
 * `maxBytes`, which also bounds the memory used. Format: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function readLooseObject(
  objectFolder: string,
  oid: string,
  maxBytes: number,
): GitObject | undefined {
  // `join` would take longer than `stat`.
  const path = `${objectFolder}/${oid.slice(0, 2)}/${oid.slice(2)}`
  const stats = statPath(path)
  if (!stats?.isFile()) return undefined
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    if (isAbsence(cause)) return undefined
    throw cause
  }
  try {
    const start = readStart(file, Math.min(stats.size, START_BYTES))
    const isWhole = stats.size <= START_BYTES
    const begin = inflateStart(start, isWhole)
    const header = parseHeader(begin)
    checkSize(header.size, maxBytes)
    const end = header.end + header.size
    // Most commits and trees fit in these first bytes.
    if (isWhole && begin.length === end)
      return { type: header.type, data: begin.subarray(header.end) }
    // Deflate adds less than a quarter, so later bytes cannot belong to the stream.
    const rest = Math.min(stats.size, header.size + (header.size >>> 2) + START_BYTES)
    const data = inflate(readStart(file, rest), end).subarray(header.end)
    return { type: header.type, data }
  } finally {
    closeSync(file)
  }
}

/** Finds the ids of loose objects that start with a prefix of at least two hex digits. */
export function findLooseIds(objectFolder: string, prefix: string): string[] {
  const folder = prefix.slice(0, 2)
  return listFolder(join(objectFolder, folder))
    .map((name) => folder + name)
    .filter((oid) => isOid(oid) && oid.startsWith(prefix))
}

function readStart(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, 0))
}

/** Inflates the first bytes of a stream; if they are all of it, the stream must be complete. */
function inflateStart(start: Buffer, isWhole: boolean): Buffer {
  try {
    const options = isWhole ? {} : { finishFlush: constants.Z_SYNC_FLUSH }
    return inZlib(() => inflateSync(start, options))
  } catch (cause) {
    const reason = messageOf(cause)
    throw damaged(`damaged zlib stream: ${reason}`, { cause })
  }
}

function parseHeader(bytes: Buffer): { type: ObjectType; size: number; end: number } {
  const header = /^([a-z]+) (0|[1-9][0-9]{0,14})\0/.exec(bytes.toString('latin1', 0, 32))
  const [whole, word, size] = header ?? []
  const type = OBJECT_TYPES.find((objectType) => objectType === word)
  if (!whole || !type) throw damaged('expected an object header (type and size)')
  return { type, size: Number(size), end: whole.length }
}
