import { bufferOver } from '../src/text.ts'
import { type Entry, MAX_CONTEXT_CHARACTERS, type ParsedFile } from './entry.ts'
import type { FileVersion } from './format.ts'

/** A part of a file whose entries do not depend on the others. */
export interface Piece {
  /** Its bytes as Latin-1. */
  readonly raw: string
  /** The key with which `raw` starts, unique in a file; undefined if pieces have no keys. */
  readonly key: string | undefined
  readonly entries: readonly Entry[]
}

/** The positions of a file's pieces. */
export interface Layout {
  readonly bytes: Buffer
  /** The text between two pieces. */
  readonly separator: string
  /** Byte offsets of the first piece, and behind the last one. */
  readonly start: number
  readonly end: number
  /** The plural forms that the text before the pieces declares. */
  readonly plural?: ParsedFile['plural'] | undefined
}

/** How a format splits its files into pieces. */
interface PieceRules {
  /** Returns the layout of a file that is well-formed around its pieces; undefined for any other. */
  layoutOf(bytes: Buffer): Layout | undefined
  /** Parses a text on its own; undefined unless it is one whole piece. */
  readPiece(raw: string): Piece | undefined
  parse(bytes: Uint8Array): ParsedFile
}

class PieceVersion implements FileVersion {
  readonly layout: Layout
  readonly plural?: NonNullable<ParsedFile['plural']>
  readonly entries: readonly Entry[]
  /** None if the version was parsed as a whole. */
  readonly pieces: readonly Piece[]
  /** Byte offset of each piece. */
  readonly offsets: readonly number[]

  constructor(layout: Layout, entries: readonly Entry[], pieces: readonly Piece[] = []) {
    this.layout = layout
    if (layout.plural !== undefined) this.plural = layout.plural
    this.entries = entries
    this.pieces = pieces
    let at = layout.start
    this.offsets = pieces.map(({ raw }) => {
      const start = at
      at += raw.length + layout.separator.length
      return start
    })
  }
}

/** Reads a version of a file. Pieces that the previous version has, too, are not parsed again. Throws ParseError. */
export function readInPieces(
  content: Uint8Array,
  before: FileVersion | undefined,
  rules: PieceRules,
): FileVersion {
  const layout = rules.layoutOf(bufferOver(content))
  if (layout === undefined) return rules.parse(content)
  // Most files have one version.
  if (!(before instanceof PieceVersion)) {
    const { entries, plural } = rules.parse(content)
    return new PieceVersion({ ...layout, plural }, entries)
  }
  const isAlike = before.layout.separator === layout.separator
  const reusable = isAlike ? before : new PieceVersion(before.layout, [])
  const pieces = readPieces(layout, reusable, rules)
  if (pieces === undefined || !areDistinct(pieces, reusable.pieces)) return rules.parse(content)
  const entries = entriesOf(pieces)
  return entries === undefined ? rules.parse(content) : new PieceVersion(layout, entries, pieces)
}

/** Splits a file into pieces; undefined if a part is not a piece. */
function readPieces(
  { bytes, separator, start, end }: Layout,
  before: PieceVersion,
  { readPiece }: PieceRules,
): Piece[] | undefined {
  const { pieces: earlier, offsets } = before
  const pieces: Piece[] = []
  let indexes: Map<string, number> | undefined
  let next = 0
  for (let at = start; at <= end; ) {
    let same = sameBytes(before.layout.bytes, offsets[next] ?? Infinity, bytes, at)
    for (; next < earlier.length; next++) {
      const piece = earlier[next]!
      const length = piece.raw.length + separator.length
      // What follows the last piece is no separator.
      const isLast = next === earlier.length - 1
      if (length > same || (isLast && at + piece.raw.length !== end)) break
      pieces.push(piece)
      same -= length
      at += length
    }
    if (at > end) break
    const separatorAt = bytes.indexOf(separator, at)
    const stop = separatorAt === -1 ? end : separatorAt
    const raw = bytes.toString('latin1', at, stop)
    at = stop + separator.length
    const key = earlier[next]?.key
    let index: number | undefined = next
    // Mostly only the text of the same key changed.
    if (key === undefined || !raw.startsWith(key)) {
      indexes ??= new Map(earlier.map(({ raw }, index) => [raw, index]))
      index = indexes.get(raw)
    }
    const twin = earlier[index ?? -1]
    const piece = twin?.raw === raw ? twin : readPiece(raw)
    if (piece === undefined) return undefined
    pieces.push(piece)
    if (index !== undefined) next = index + 1
  }
  return pieces
}

/** Returns how many bytes are equal from these offsets on. */
function sameBytes(a: Buffer, aAt: number, b: Buffer, bAt: number): number {
  let same = 0
  let most = Math.min(a.length - aAt, b.length - bAt)
  for (let size = 64; same < most; ) {
    size = Math.min(size, most - same)
    const [from, at] = [aAt + same, bAt + same]
    if (a.compare(b, at, at + size, from, from + size) === 0) {
      same += size
      size *= 2
    } else {
      most = same + size - 1
      size = Math.max(1, size >> 1)
    }
  }
  return same
}

/** Returns whether all keys are distinct, given that the previous ones were. */
function areDistinct(pieces: readonly Piece[], before: readonly Piece[]): boolean {
  const hasSameKeys =
    pieces.length === before.length && pieces.every(({ key }, index) => key === before[index]?.key)
  if (hasSameKeys) return true
  const keys = pieces.flatMap(({ key }) => key ?? [])
  return new Set(keys).size === keys.length
}

/** Returns the entries; undefined if their contexts are too long. */
function entriesOf(pieces: readonly Piece[]): Entry[] | undefined {
  const all: Entry[] = []
  let characters = 0
  for (const { entries } of pieces) {
    for (const entry of entries) {
      characters += entry.context.length + entry.source.length
      all.push(entry)
    }
  }
  return characters <= MAX_CONTEXT_CHARACTERS ? all : undefined
}
