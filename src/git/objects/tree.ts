import type { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'
import { damaged } from './object.ts'

/** Offsets of an entry's parts in the bytes of a tree object. */
export interface EntryPosition {
  readonly start: number
  /** The space after the mode, before the name. */
  readonly space: number
  /** The NUL after the name, before the id. */
  readonly nul: number
  /** Start of the next entry. */
  readonly end: number
  readonly isFolder: boolean
}

const SPACE = 0x20
export const OID_BYTES = 20

/**
 * Parses a tree object and returns its entries in stored order. Names are returned as stored: a hostile tree may
 * contain `..` or a slash. Throws RepositoryError if an entry is truncated or malformed.
 */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let place = placeAt(data, 0); place !== undefined; place = placeAt(data, place.end)) {
    entries.push(entryAt(data, place))
  }
  return entries
}

/** Returns the entry at an offset; undefined at the end. Throws RepositoryError if it is truncated or malformed. */
export function placeAt(data: Buffer, start: number): EntryPosition | undefined {
  if (start >= data.length) return undefined
  let at = start
  let mode = 0
  for (; data[at] !== SPACE; at++) {
    const digit = (data[at] ?? 0) - 0x30
    if (digit < 0 || digit > 7 || at - start === 6) throw damagedAt(start)
    mode = mode * 8 + digit
  }
  const nul = data.indexOf(0, at)
  const end = nul + 1 + OID_BYTES
  if (at - start < 5 || nul < 0 || end > data.length) throw damagedAt(start)
  return { start, space: at, nul, end, isFolder: mode === 0o40000 }
}

/** Decodes the entry at a position. */
export function entryAt(
  data: Buffer,
  { start, space, nul, end, isFolder }: EntryPosition,
): TreeEntry {
  return {
    // Some old programs wrote `040000`, which Git reads as `40000`.
    mode: isFolder ? '40000' : data.toString('latin1', start, space),
    name: data.toString('utf8', space + 1, nul),
    oid: data.toString('hex', nul + 1, end),
  }
}

function damagedAt(start: number): RepositoryError {
  return damaged(`damaged tree entry at byte ${start}`)
}
