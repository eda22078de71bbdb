import { withSubject } from '../../errors.ts'
import { type EntryPosition, entryAt, OID_BYTES, placeAt } from '../objects/tree.ts'
import type { Repository } from '../repository.ts'
import type { CompareFolders, EntryChange } from './tree-diff.ts'

const NO_ENTRIES = Buffer.alloc(0)

/** Returns a function that compares folders by their bytes. Folders that exist only in a work tree are not supported. */
export function createFolderComparison(repository: Repository): CompareFolders {
  const bytesOf = (oid: string | undefined) =>
    oid === undefined ? NO_ENTRIES : repository.readTreeBytes(oid)
  return (old, next, isWanted) => {
    const [oldBytes, nextBytes] = [bytesOf(old), bytesOf(next)]
    return withSubject(`object ${next ?? old}`, () =>
      compareTreeData(oldBytes, nextBytes, isWanted),
    )
  }
}

const SLASH = 0x2f

/**
 * Returns the wanted entries in which two tree objects differ. Compares bytes: equal and unwanted entries are never
 * decoded. A file replaced by a folder of the same name is two changes. Throws RepositoryError if a differing entry
 * is damaged.
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
      const [was, is] = [removed && entryAt(old, removed), added && entryAt(next, added)]
      changes.push({ name, old: was, new: is })
    }
    i = removed?.end ?? i
    j = added?.end ?? j
  }
}

/** Returns the length of the complete entries that both sides share from here. */
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

/** Compares entries as Git does, which adds a slash to the name of a folder; undefined if both are missing. */
function comparePlaces(
  a: Buffer,
  was: EntryPosition | undefined,
  b: Buffer,
  is: EntryPosition | undefined,
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

function endedByte(data: Buffer, at: number, { nul, isFolder }: EntryPosition): number {
  return at < nul ? data[at]! : isFolder ? SLASH : 0
}

function nameAt(data: Buffer, place: EntryPosition | undefined): string {
  return place === undefined ? '' : data.toString('utf8', place.space + 1, place.nul)
}
