import type { Source } from '../../git/source.ts'

/** The result of the last poll of a remote. */
export interface RemoteLook {
  /** Whether the repository is read in place. */
  readonly isLocal: boolean
  /** Time of the last successful poll, in milliseconds since 1970; undefined if there was none. */
  readonly succeededAt: number | undefined
  /** Number of failures since then, and the reason of the last one. */
  readonly failures: number
  readonly error: string | undefined
}

/** Returns the last poll of a branch of a source; undefined for a component without one. */
export function lastLookAt(source: Source | undefined, branch: string): RemoteLook | undefined {
  if (source === undefined) return undefined
  const { isLocal, fetchedAt: succeededAt, failures } = source
  return { isLocal, succeededAt, failures, error: source.errorOf(branch)?.message }
}
