import type { Source } from '../../git/source.ts'

/** How the last look at a remote went. */
export interface RemoteLook {
  /** Whether the repository is read in place. */
  readonly isLocal: boolean
  /** When a look last succeeded, in milliseconds since 1970; undefined: never. */
  readonly succeededAt: number | undefined
  /** How many failed since then, and why the last one did. */
  readonly failures: number
  readonly error: string | undefined
}

/** The last look at a branch of a source; undefined for a component without one. */
export function lastLookAt(source: Source | undefined, branch: string): RemoteLook | undefined {
  if (source === undefined) return undefined
  const { isLocal, fetchedAt: succeededAt, failures } = source
  return { isLocal, succeededAt, failures, error: source.errorOf(branch)?.message }
}
