import { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'

/** Where the parts of an entry are in the bytes of a tree object. */
export interface EntryPosition {
  readonly start: number
  /** Of the byte after the mode; the name follows it. */
  readonly space: number
  /** Of the byte after the name; the id follows it. */
  readonly nul: number
  /** Where the next entry begins. */
  readonly end: number
  readonly isFolder: boolean
}

const SPACE = 0x20
export const OID_BYTES = 20

/**
 * Entries of a tree object in its order. Names are as stored: a hostile tree may hold `..` or a slash.
 * Throws RepositoryError when an entry is cut off or malformed.
 */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let place = placeAt(data, 0); place !== undefined; place = placeAt(data, place.end)) {
    entries.push(entryAt(data, place))
  }
  return entries
}

/** The entry that begins at a byte; undefined at the end. Throws RepositoryError when it is cut off or malformed. */
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

/** The entry at a place. */
export function entryAt(
  data: Buffer,
  { start, space, nul, end, isFolder }: EntryPosition,
): TreeEntry {
  return {
    // Some old programs wrote `040000`.
    mode: isFolder ? '40000' : data.toString('latin1', start, space),
    name: data.toString('utf8', space + 1, nul),
    oid: data.toString('hex', nul + 1, end),
  }
}

function damagedAt(start: number): RepositoryError {
  return new RepositoryError(`damaged tree entry at byte ${start}`, { code: 'damaged' })
}
