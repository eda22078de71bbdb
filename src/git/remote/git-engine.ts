import type { Address } from '../../address.ts'
import { RepositoryError } from '../../errors.ts'
import type { Environment } from '../git-config.ts'
import { isOid } from '../objects/object.ts'
import { isFullRefName } from '../refs.ts'
import type { RemoteLimits } from './limits.ts'

/** The refs that a remote offers. */
export interface RemoteHeads {
  /** Full name of the branch to which HEAD points; undefined if HEAD is detached or the remote is empty. */
  readonly defaultRef: string | undefined
  /** Maps full ref names (`HEAD`, `refs/heads/main`) to object ids: of commits, or of tag objects. */
  readonly oids: ReadonlyMap<string, string>
}

/** A ref to fetch. */
export interface FetchedRef {
  /** Full name at the remote. */
  readonly remote: string
  /** Full name in the clone. */
  readonly local: string
  readonly oid: string
}

/** What to fetch, and into which clone. */
export interface FetchOptions {
  /** An existing bare clone. */
  readonly gitDir: string
  readonly refs: readonly FetchedRef[]
  /**
   * `tip`: only the commits themselves; `new`: commits that the clone lacks; `all`: the whole history of a shallow
   * clone; `others`: all branches, as `refs/remotes/origin/NAME`, and all tags into a clone with the whole history,
   * where `refs` are those that differ from the clone's.
   */
  readonly depth: 'tip' | 'new' | 'all' | 'others'
  readonly maxBytes: number
}

/** A program that reaches a remote. Its methods reject with RepositoryError, whose message holds no credentials. */
export interface Engine {
  /** Lists HEAD and the existing ones of some branches (short names), or HEAD and all branches and tags. */
  list(branches: readonly string[] | 'all'): Promise<RemoteHeads>
  /** Fetches objects, then force-updates the local refs. On failure the refs are unchanged. */
  fetch(options: FetchOptions): Promise<void>
  close(): Promise<void>
}

/** A remote, and the limits for reaching it. */
export interface RemoteOptions {
  readonly address: Address
  /** Provides credentials, which are read before each use, since token files change. */
  readonly environment: Environment
  readonly limits: RemoteLimits
  /** Called with how far a fetch is: `4.2 MiB`, or what git counts. */
  readonly onReceived?: ((received: string) => void) | undefined
}

/** How an engine reaches a remote. */
export interface EngineOptions extends RemoteOptions {
  readonly place: RemoteLocation
  /** Called at least once a second during work, as `onReceived` is; silence means waiting for the remote. */
  readonly onActivity: (received?: string) => void
}

/** The addresses of a repository, shared by its engines. */
export interface RemoteLocation {
  /** The configured address, which isomorphic-git gets. */
  readonly address: string
  /** The address after redirects, which git is told not to follow. */
  url: string
}

/** Longest path segment of a ref name: with a suffix added, each segment must be a valid file name in a clone. */
const MAX_PART_BYTES = 250
const NO_OID = '0'.repeat(40)
const SHA256 = /^[0-9a-f]{64}$/

/**
 * Picks the refs that a clone can store: HEAD, and those whose names Git allows. Others might lead out of it. Throws
 * RepositoryError for a repository with SHA-256.
 */
export function createHeads(
  listed: Iterable<{ name: string; oid: string; target?: string | undefined }>,
): RemoteHeads {
  const oids = new Map<string, string>()
  let defaultRef: string | undefined
  let hasLongIds = false
  for (const { name, oid, target = '' } of listed) {
    hasLongIds ||= SHA256.test(oid)
    if (!isOid(oid) || oid === NO_OID || (name !== 'HEAD' && !isStorable(name))) continue
    oids.set(name, oid)
    if (name === 'HEAD' && target.startsWith('refs/heads/') && isStorable(target)) {
      defaultRef = target
    }
  }
  if (hasLongIds && oids.size === 0) {
    throw new RepositoryError('unsupported', 'expected SHA-1 objects, found those of SHA-256')
  }
  // Adds the default branch, whether or not it was requested.
  const head = oids.get('HEAD')
  if (defaultRef !== undefined && head !== undefined) oids.set(defaultRef, head)
  return { defaultRef, oids }
}

function isStorable(name: string): boolean {
  const isShort = (part: string) => Buffer.byteLength(part) <= MAX_PART_BYTES
  return isFullRefName(name) && name.split('/').every(isShort)
}
