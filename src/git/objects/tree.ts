import { RepositoryError } from '../../errors.ts'
import type { TreeEntry } from '../repository.ts'

const SPACE = 0x20
const OID_BYTES = 20

/**
 * Parses a tree object and returns its entries in stored order. Names are returned as stored: a hostile tree may
 * contain `..` or a slash. Throws RepositoryError if an entry is truncated or malformed.
 */
export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let start = 0; start < data.length; ) {
    let space = start
    for (; data[space] !== SPACE; space++) {
      const digit = (data[space] ?? 0) - 0x30
      if (digit < 0 || digit > 7 || space - start === 6) throw damagedAt(start)
    }
    const nul = data.indexOf(0, space)
    const end = nul + 1 + OID_BYTES
    if (space - start < 5 || nul < 0 || end > data.length) throw damagedAt(start)
    const mode = data.toString('latin1', start, space)
    entries.push({
      // Some old programs wrote `040000`, which Git reads as `40000`.
      mode: mode === '040000' ? '40000' : mode,
      name: data.toString('utf8', space + 1, nul),
      oid: data.toString('hex', nul + 1, end),
    })
    start = end
  }
  return entries
}

function damagedAt(start: number): RepositoryError {
  return new RepositoryError('damaged', `damaged tree entry at byte ${start}`)
}
