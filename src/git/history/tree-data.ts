import { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'
import type { EntryChange } from './tree-diff.ts'

/** Where the parts of an entry lie. */
interface EntryPlace {
  readonly start: number
  /** Of the byte after the mode; the name comes after it. */
  readonly space: number
  /** Of the byte after the name. */
  readonly nul: number
  /** Where the next entry begins. */
  readonly end: number
  readonly isFolder: boolean
}

const SPACE = 0x20
const SLASH = 0x2f
const OID_BYTES = 20

/**
 * The entries with a wanted name in which two tree objects differ, found on their bytes: what is equal or not wanted is
 * never decoded. A file and a folder of one name are two changes. Throws RepositoryError when an entry that differs is
 * damaged.
 */
export function compareTreeData(
  old: Buffer,
  next: Buffer,
  isWanted: (name: string) => boolean,
): EntryChange[] {
  const changes: EntryChange[] = []
  let i = 0
  let j = 0
  for (;;) {
    const equal = equalEntries(old, i, next, j)
    i += equal
    j += equal
    const was = placeAt(old, i)
    const is = placeAt(next, j)
    const order = comparePlaces(old, was, next, is)
    if (order === undefined) return changes
    const removed = order <= 0 ? was : undefined
    const added = order >= 0 ? is : undefined
    const name = removed === undefined ? nameAt(next, added) : nameAt(old, removed)
    if (isWanted(name)) {
      changes.push({ name, old: entryAt(old, removed, name), new: entryAt(next, added, name) })
    }
    i = removed?.end ?? i
    j = added?.end ?? j
  }
}

/** Length of the whole entries that both have from there on. */
function equalEntries(a: Buffer, i: number, b: Buffer, j: number): number {
  const most = Math.min(a.length - i, b.length - j)
  let whole = 0
  while (whole < most) {
    let length = whole
    while (length < most && a[i + length] === b[j + length] && a[i + length] !== 0) length++
    const end = length + 1 + OID_BYTES
    if (end > most) return whole
    while (length < end && a[i + length] === b[j + length]) length++
    if (length < end) return whole
    whole = end
  }
  return whole
}

/** Git's order, in which the name of a folder is as if it ended in a slash; undefined when there is neither entry. */
function comparePlaces(
  a: Buffer,
  was: EntryPlace | undefined,
  b: Buffer,
  is: EntryPlace | undefined,
): number | undefined {
  if (was === undefined) return is === undefined ? undefined : 1
  if (is === undefined) return -1
  let i = was.space + 1
  let j = is.space + 1
  while (i < was.nul && j < is.nul && a[i] === b[j]) {
    i++
    j++
  }
  return endedByte(a, i, was) - endedByte(b, j, is) || was.nul - i - (is.nul - j)
}

function endedByte(data: Buffer, at: number, { nul, isFolder }: EntryPlace): number {
  return at < nul ? data[at]! : isFolder ? SLASH : 0
}

function placeAt(data: Buffer, start: number): EntryPlace | undefined {
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

function nameAt(data: Buffer, place: EntryPlace | undefined): string {
  return place === undefined ? '' : data.toString('utf8', place.space + 1, place.nul)
}

function entryAt(data: Buffer, place: EntryPlace | undefined, name: string): TreeEntry | undefined {
  if (place === undefined) return undefined
  const { start, nul, end, isFolder } = place
  // Some old programs wrote `040000`.
  const mode = isFolder ? '40000' : data.toString('latin1', start, place.space)
  return { mode, name, oid: data.toString('hex', nul + 1, end) }
}

function damagedAt(start: number): RepositoryError {
  return new RepositoryError(`damaged tree entry at byte ${start}`)
}
