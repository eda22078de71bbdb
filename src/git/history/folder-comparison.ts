import { withSubject } from '../../errors.ts'
import type { Repository, TreeEntry } from '../repository.ts'
import { compareTreeData } from './tree-data.ts'
import { type CompareFolders, isSame } from './tree-diff.ts'

const NO_ENTRIES = Buffer.alloc(0)

/** Returns a function that compares folders by their bytes, and folders of a work tree entry by entry. */
export function createFolderComparison(repository: Repository): CompareFolders {
  const entriesOf = (oid: string | undefined): ReadonlyMap<string, TreeEntry> => {
    const entries = oid === undefined ? [] : repository.readTree(oid)
    return new Map(entries.map((entry) => [entry.name, entry]))
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
    const [old, next] = [entriesOf(oldOid), entriesOf(newOid)]
    const names = [...old.keys(), ...[...next.keys()].filter((name) => !old.has(name))]
    return names
      .map((name) => ({ name, old: old.get(name), new: next.get(name) }))
      .filter((pair) => !isSame(pair.old, pair.new) && isWanted(pair.name))
  }
}
