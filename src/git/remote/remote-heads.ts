import { isOid } from '../objects/object.ts'
import { isFullRefName } from '../refs.ts'
import type { RemoteHeads } from './remote.ts'

/** A ref as listed by a remote, not yet validated. */
export interface ListedRef {
  readonly name: string
  readonly oid: string
  /** Target of a symbolic ref. */
  readonly target?: string | undefined
}

/** Longest path segment of a ref name: with a suffix added, each segment must be a valid file name in a clone. */
const MAX_PART_BYTES = 250
const NO_OID = '0'.repeat(40)

/**
 * Picks the refs that a clone can store from a remote's list: HEAD, and refs with names that Git allows. Skips all
 * other names, which might lead out of the clone.
 */
export function createHeads(listed: Iterable<ListedRef>): RemoteHeads {
  const oids = new Map<string, string>()
  let defaultRef: string | undefined
  for (const { name, oid, target = '' } of listed) {
    if (!isOid(oid) || oid === NO_OID || (name !== 'HEAD' && !isStorable(name))) continue
    oids.set(name, oid)
    if (name === 'HEAD' && target.startsWith('refs/heads/') && isStorable(target)) {
      defaultRef = target
    }
  }
  // Adds the default branch, whether or not it was requested.
  const head = oids.get('HEAD')
  if (defaultRef !== undefined && head !== undefined) oids.set(defaultRef, head)
  return { defaultRef, oids }
}

function isStorable(name: string): boolean {
  // Replacement characters would give different names the same file.
  if (!isFullRefName(name) || name.includes('\ufffd')) return false
  return name.split('/').every((part) => Buffer.byteLength(part) <= MAX_PART_BYTES)
}
