import { createRecent } from '../../cache.ts'
import type { Repository, TreeEntry } from '../repository.ts'
import { type CompareFolders, type EntryChange, isSame } from './tree-diff.ts'

type Entries = ReadonlyMap<string, TreeEntry>

const NO_ENTRIES: Entries = new Map()
/** A folder is compared with its next version, and soon afterwards with its previous one. */
const MAX_KEPT_FOLDERS = 16

/** Returns a function that compares the folders of a repository. */
export function createFolderComparison(repository: Pick<Repository, 'readTree'>): CompareFolders {
  const kept = createRecent<string, Entries>(MAX_KEPT_FOLDERS)
  function entriesOf(oid: string | undefined): Entries {
    if (oid === undefined) return NO_ENTRIES
    const entries =
      kept.get(oid) ?? new Map(repository.readTree(oid).map((entry) => [entry.name, entry]))
    kept.set(oid, entries)
    return entries
  }

  return (oldOid, newOid, isWanted) => {
    const [old, next] = [entriesOf(oldOid), entriesOf(newOid)]
    const changes: EntryChange[] = []
    for (const [name, entry] of old) {
      const is = next.get(name)
      if (!isSame(entry, is) && isWanted(name)) changes.push({ name, old: entry, new: is })
    }
    for (const [name, entry] of next) {
      if (!old.has(name) && isWanted(name)) changes.push({ name, old: undefined, new: entry })
    }
    return changes
  }
}
