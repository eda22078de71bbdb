import { withSubject } from '../../errors.ts'
import type { Repository, TreeEntry } from '../repository.ts'
import { compareTreeData } from './tree-data.ts'
import { type CompareFolders, isSame } from './tree-diff.ts'

const NO_ENTRIES = Buffer.alloc(0)
const MAX_KEPT_ENTRIES = 200_000

/**
 * Returns a function that compares folders by their bytes. Compares folders of a work tree entry by entry, and
 * caches the entries.
 */
export function createFolderComparison(repository: Repository): CompareFolders {
  const folders = new Map<string, ReadonlyMap<string, TreeEntry>>()
  let count = 0

  function read(oid: string | undefined): ReadonlyMap<string, TreeEntry> {
    if (oid === undefined) return new Map()
    const cached = folders.get(oid)
    if (cached !== undefined) return cached
    const entries = new Map(repository.readTree(oid).map((entry) => [entry.name, entry]))
    count += entries.size + 1
    if (count > MAX_KEPT_ENTRIES) {
      folders.clear()
      count = entries.size + 1
    }
    folders.set(oid, entries)
    return entries
  }

  const bytesOf = (oid: string | undefined): Buffer | undefined =>
    oid === undefined ? NO_ENTRIES : repository.readTreeBytes(oid)

  return (oldOid, newOid, isWanted) => {
    const [oldBytes, newBytes] = [bytesOf(oldOid), bytesOf(newOid)]
    if (oldBytes !== undefined && newBytes !== undefined) {
      return withSubject(`object ${newOid ?? oldOid}`, () =>
        compareTreeData(oldBytes, newBytes, isWanted),
      )
    }
    const [old, next] = [read(oldOid), read(newOid)]
    const names = [...old.keys(), ...[...next.keys()].filter((name) => !old.has(name))]
    return names
      .map((name) => ({ name, old: old.get(name), new: next.get(name) }))
      .filter((pair) => !isSame(pair.old, pair.new) && isWanted(pair.name))
  }
}
