/** What a remote may take of this machine, and where it may send us. */
export interface RemoteLimits {
  /** Of a clone on disk. */
  readonly maxBytes: number
  /** Of the memory of each process of git. */
  readonly maxMemoryBytes: number
  /** For connecting, for listing refs, and for silence in a transfer. */
  readonly silenceSeconds: number
  /** For one transfer as a whole. */
  readonly transferSeconds: number
  /** Hosts, with their port unless it is the scheme's own, that a remote may redirect to beside itself. */
  readonly redirectHosts: readonly string[]
}

export const DEFAULT_LIMITS: RemoteLimits = {
  maxBytes: 2 * 2 ** 30,
  maxMemoryBytes: 2 ** 30,
  silenceSeconds: 60,
  transferSeconds: 3600,
  redirectHosts: [],
}

/** A list of refs; a larger one is refused by both engines. */
export const MAX_LIST_BYTES: number = 16 * 2 ** 20

export const LIST_TOO_LARGE: string = `its list of refs is over ${describeBytes(MAX_LIST_BYTES)}`

/** As git's `http.lowSpeedLimit`: less for `silenceSeconds` counts as silence. */
export const MIN_BYTES_PER_SECOND = 1000

/** The message about a remote whose clone would grow larger than it may. */
export function tooLargeMessage(maxBytes: number): string {
  return `the clone would take more than ${describeBytes(maxBytes)} (see max_remote_bytes and disk)`
}

/** The message about a remote that takes too much of git's memory. */
export function memoryMessage(maxBytes: number): string {
  return `git would take more than ${describeBytes(maxBytes)} of memory (see max_git_memory)`
}

/** A size for people: `128 MiB`. */
export function describeBytes(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return `${mebibytes < 10 ? Number(mebibytes.toPrecision(2)) : Math.round(mebibytes)} MiB`
}
