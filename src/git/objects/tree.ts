import { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'

/**
 * Entries of a tree object in its order. Names are as stored: a hostile tree may hold `..` or a slash.
 * Throws RepositoryError when an entry is cut off or malformed.
 */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at)
    const nul = data.indexOf(0, at)
    if (space < 0 || nul < space || nul + 21 > data.length) {
      throw new RepositoryError(`damaged tree entry at byte ${at}`)
    }
    const mode = data.toString('latin1', at, space)
    if (!/^[0-7]{5,6}$/.test(mode)) throw new RepositoryError(`damaged tree entry at byte ${at}`)
    const name = data.toString('utf8', space + 1, nul)
    // Some old programs wrote `040000`.
    entries.push({
      mode: mode === '040000' ? '40000' : mode,
      name,
      oid: data.toString('hex', nul + 1, nul + 21),
    })
    at = nul + 21
  }
  return entries
}
