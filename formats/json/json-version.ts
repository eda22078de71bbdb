import type { ParsedFile } from '../entry.ts'
import type { FileVersion } from '../format.ts'
import { type Layout, readInPieces } from '../read-in-pieces.ts'

/**
 * Reads a version of a file whose object has each member on lines of its own: with distinct keys, a member's result does
 * not depend on the others. Throws ParseError.
 */
export function readJsonVersion(
  content: Uint8Array,
  before: FileVersion | undefined,
  parse: (bytes: Uint8Array) => ParsedFile,
): FileVersion {
  return readInPieces(content, before, {
    layoutOf,
    parse,
    readPiece(raw) {
      const bytes = Buffer.from(`{"${raw}}`, 'latin1')
      const key = raw.slice(0, raw.indexOf('"') + 1)
      // Another key, written differently, may be the same.
      if (key.includes('\\')) return undefined
      try {
        if (Object.keys(JSON.parse(bytes.toString())).length !== 1) return undefined
        return { raw, key, entries: parse(bytes).entries }
      } catch {
        // Reading the whole file reports what is wrong and where.
        return undefined
      }
    },
  })
}

const HEAD = /^(?:\xef\xbb\xbf)?[ \t\r\n]*\{([ \t\r]*\n[ \t]*)"/
const TAIL = /^\}[ \t\r\n]*$/
const SPACE = new Set(Buffer.from(' \t\r\n'))
const MAX_HEAD = 200

/** The quotation mark before a key belongs to what stands between the members. */
function layoutOf(bytes: Buffer): Layout | undefined {
  const head = HEAD.exec(bytes.toString('latin1', 0, MAX_HEAD))
  let end = bytes.lastIndexOf('}')
  if (head === null || !TAIL.test(bytes.toString('latin1', end))) return undefined
  while (SPACE.has(bytes[end - 1] ?? 0)) end--
  return { bytes, separator: `,${head[1]}"`, start: head[0].length, end }
}
