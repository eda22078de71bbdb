import { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'
import type { EntryChange } from './tree-diff.ts'

interface PlacedEntry {
  readonly entry: TreeEntry
  /** Sorts as Git does: the name of a folder as if it ended in a slash. */
  readonly key: string
  /** Where the next entry begins. */
  readonly end: number
}

/**
 * The entries in which two tree objects differ, found on their bytes: what is equal is never decoded. A file and a folder
 * of one name are two changes. Throws RepositoryError when an entry that differs is damaged.
 */
export function compareTreeData(old: Buffer, next: Buffer): EntryChange[] {
  const changes: EntryChange[] = []
  let i = 0
  let j = 0
  for (;;) {
    const equal = equalEntries(old, i, next, j)
    i += equal
    j += equal
    const was = entryAt(old, i)
    const is = entryAt(next, j)
    if (was === undefined && is === undefined) return changes
    const isPair = was?.key === is?.key
    const isOldFirst = isPair || is === undefined || (was !== undefined && was.key < is.key)
    const isNewFirst = isPair || !isOldFirst
    changes.push({
      name: (isOldFirst ? was : is)?.entry.name ?? '',
      old: isOldFirst ? was?.entry : undefined,
      new: isNewFirst ? is?.entry : undefined,
    })
    if (isOldFirst && was !== undefined) i = was.end
    if (isNewFirst && is !== undefined) j = is.end
  }
}

/** Length of the whole entries that both have from there on. */
function equalEntries(a: Buffer, i: number, b: Buffer, j: number): number {
  const most = Math.min(a.length - i, b.length - j)
  let length = 0
  while (length < most && a[i + length] === b[j + length]) length++
  if (length === a.length - i && length === b.length - j) return length
  let whole = 0
  for (;;) {
    const nul = a.indexOf(0, i + whole)
    const end = nul + 21 - i
    if (nul < 0 || end > length) return whole
    whole = end
  }
}

function entryAt(data: Buffer, at: number): PlacedEntry | undefined {
  if (at >= data.length) return undefined
  const space = data.indexOf(0x20, at)
  const nul = data.indexOf(0, at)
  const end = nul + 21
  const written = data.toString('latin1', at, Math.max(at, space))
  if (nul < space || end > data.length || !/^[0-7]{5,6}$/.test(written)) {
    throw new RepositoryError(`damaged tree entry at byte ${at}`)
  }
  // Some old programs wrote `040000`.
  const mode = written === '040000' ? '40000' : written
  const name = data.toString('utf8', space + 1, nul)
  const oid = data.toString('hex', nul + 1, end)
  const key = data.toString('latin1', space + 1, nul) + (mode === '40000' ? '/' : '\0')
  return { entry: { mode, name, oid }, key, end }
}
