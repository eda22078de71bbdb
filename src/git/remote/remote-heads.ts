import { isOid } from '../objects/object.ts'
import { isFullRefName } from '../refs.ts'
import type { RemoteHeads } from './remote.ts'

/** A ref as a remote lists it: nothing of it is checked. */
export interface ListedRef {
  readonly name: string
  readonly oid: string
  /** Where it leads, of a symbolic ref. */
  readonly target?: string | undefined
}

/** Of a part of a name; with an ending of its own each is a file of a clone. */
const MAX_PART_BYTES = 250
const NO_OID = '0'.repeat(40)

/**
 * What a remote offers, of what it lists: HEAD and refs whose names Git allows and a clone can have. Others are left out, as
 * such names may lead out of the clone.
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
  // The default branch is listed whether or not it was asked for.
  const head = oids.get('HEAD')
  if (defaultRef !== undefined && head !== undefined) oids.set(defaultRef, head)
  return { defaultRef, oids }
}

function isStorable(name: string): boolean {
  // A name that is not UTF-8 would be that of another file.
  if (!isFullRefName(name) || name.includes('\ufffd')) return false
  return name.split('/').every((part) => Buffer.byteLength(part) <= MAX_PART_BYTES)
}
