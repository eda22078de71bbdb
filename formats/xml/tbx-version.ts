import { ParseError, unless } from '../../src/errors.ts'
import { bufferOver } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import type { Entry } from '../entry.ts'
import type { FileVersion } from '../format.ts'
import { sameBytes } from '../same-bytes.ts'

/** A `termEntry` of a file. */
interface Piece {
  readonly start: number
  readonly end: number
  /** The entry; undefined if the `termEntry` is skipped. */
  readonly entry: Entry | undefined
}

class TbxVersion implements FileVersion {
  readonly bytes: Buffer
  readonly entries: readonly Entry[]
  /** Pieces with byte offsets; undefined if the file cannot be split. */
  readonly pieces: readonly Piece[] | undefined

  constructor(bytes: Buffer, entries: readonly Entry[], pieces: readonly Piece[] | undefined) {
    this.bytes = bytes
    this.entries = entries
    this.pieces = pieces
  }
}

type Parse = (bytes: Uint8Array) => readonly Entry[]

const START = '<termEntry'
const END = '</termEntry'
const HEAD = /^(<\?xml [^<>]*\?>)?\s*(?:<!DOCTYPE [^<>[\]]*>\s*)?<martif[\s>]/
const OTHER_ENCODING = /encoding\s*=\s*["'](?!utf-8["'])/i

/**
 * Reads a version of a file. If it differs from the previous one in a few consecutive `termEntry` elements, only these
 * are decoded and parsed: their surroundings were well-formed, and equal pieces have equal entries.
 */
export function readTbxVersion(
  content: Uint8Array,
  before: FileVersion | undefined,
  parse: Parse,
): FileVersion {
  const bytes = bufferOver(content)
  const changed = before instanceof TbxVersion ? readChange(before, bytes, parse) : undefined
  if (changed !== undefined) return changed
  const entries = parse(bytes)
  const text = decodeXml(bytes)
  const isUtf8 = Buffer.byteLength(text) === bytes.length
  const pieces = isUtf8 && isPlain(text) ? cut(text, entries) : undefined
  return new TbxVersion(bytes, entries, pieces)
}

/**
 * Returns whether a text has no comments, sections, entities or namespaces, so that every `<` in its body starts an
 * ordinary tag.
 */
function isPlain(text: string): boolean {
  const head = HEAD.exec(text)
  if (head === null || OTHER_ENCODING.test(head[1] ?? '')) return false
  return isPlainContent(text.slice(head[0].length))
}

function isPlainContent(text: string): boolean {
  return !text.includes('<!') && !text.includes('<?') && !text.includes('xmlns')
}

/** Splits a plain text into pieces with its entries; undefined if they are nested. */
function cut(text: string, entries: readonly Entry[]): Piece[] | undefined {
  const pieces: Piece[] = []
  let next = 0
  let [seen, seenBytes] = [0, 0]
  const placeOf = (offset: number) => {
    seenBytes += Buffer.byteLength(text.slice(seen, offset))
    seen = offset
    return seenBytes
  }
  let closing = text.indexOf(END)
  for (let start = text.indexOf(START); start >= 0; ) {
    const following = text.indexOf(START, start + START.length)
    const isAlone = closing > start && (following < 0 || closing < following)
    if (!isAlone || !/[\s>]/.test(text.charAt(start + START.length))) return undefined
    const end = text.indexOf('>', closing) + 1
    const entry = entries[next]?.offset === start ? entries[next++] : undefined
    pieces.push({ start: placeOf(start), end: placeOf(end), entry })
    closing = text.indexOf(END, end)
    start = following
  }
  return closing < 0 && next === entries.length ? pieces : undefined
}

function readChange(before: TbxVersion, bytes: Buffer, parse: Parse): TbxVersion | undefined {
  const { pieces } = before
  const range = pieces && findChange(before.bytes, bytes, pieces)
  if (pieces === undefined || range === undefined) return undefined
  const shift = bytes.length - before.bytes.length
  const { start } = pieces[range.first]!
  const changed = readPieces(bytes.subarray(start, pieces[range.last]!.end + shift), parse)
  if (changed === undefined) return undefined
  const all = [
    ...pieces.slice(0, range.first),
    ...changed.map((piece) => move(piece, start)),
    ...pieces.slice(range.last + 1).map((piece) => move(piece, shift)),
  ]
  const entries: Entry[] = []
  for (const { entry } of all) if (entry !== undefined) entries.push(entry)
  return new TbxVersion(bytes, entries, all)
}

function move(piece: Piece, by: number): Piece {
  if (by === 0) return piece
  return { start: piece.start + by, end: piece.end + by, entry: piece.entry }
}

/** Returns the consecutive pieces outside which two files are equal; undefined if there are none. */
function findChange(
  old: Buffer,
  bytes: Buffer,
  pieces: readonly Piece[],
): { first: number; last: number } | undefined {
  const prefix = sameBytes(old, 0, bytes, 0)
  const suffix = commonSuffix(old, bytes)
  const shift = bytes.length - old.length
  let first = pieces.findLastIndex(({ start }) => start + START.length < prefix)
  // If the last pieces are gone, the one before them was last.
  for (let tries = 0; first >= 0 && tries < 2; first--, tries++) {
    const { start } = pieces[first]!
    for (let last = first; last < pieces.length; last++) {
      const { end } = pieces[last]!
      if (old.length - end <= suffix && end + shift > start) return { first, last }
      const next = pieces[last + 1]
      if (next !== undefined && !isSpace(old, end, next.start)) return undefined
    }
  }
  return undefined
}

function isSpace(bytes: Buffer, start: number, end: number): boolean {
  return bytes.toString('latin1', start, end).trim() === ''
}

/** Parses consecutive pieces on their own; undefined if they are not well-formed or not plain. */
function readPieces(bytes: Buffer, parse: Parse): Piece[] | undefined {
  const root = '<martif>'
  // Parsing the whole file then reports what is wrong, and where.
  return unless(() => {
    const text = decodeXml(bytes)
    if (!isPlainContent(text)) return undefined
    const entries = parse(Buffer.from(`${root}${text}</martif>`))
    return cut(
      text,
      entries.map((entry) => ({ ...entry, offset: entry.offset - root.length })),
    )
  }, ParseError)
}

const STRIDE = 4096

function commonSuffix(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  const [ends, others] = [a.length, b.length]
  let length = 0
  for (let next = STRIDE; next <= most; next += STRIDE) {
    const [end, otherEnd] = [ends - length, others - length]
    if (a.compare(b, otherEnd - STRIDE, otherEnd, end - STRIDE, end) !== 0) break
    length = next
  }
  while (length < most && a[ends - 1 - length] === b[others - 1 - length]) length++
  return length
}
