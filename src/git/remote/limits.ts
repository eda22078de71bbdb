/** Resources that a remote may use on this machine, and hosts to which it may redirect. */
export interface RemoteLimits {
  /** Size of a clone on disk. */
  readonly maxBytes: number
  /** Memory of each git process. */
  readonly maxMemoryBytes: number
  /** Timeout for connecting, for listing refs, and for silence during a transfer. */
  readonly silenceSeconds: number
  readonly transferSeconds: number
  /** Hosts to which a remote may redirect besides itself, with the port unless it is the scheme's default. */
  readonly redirectHosts: readonly string[]
}

export const DEFAULT_LIMITS: RemoteLimits = {
  maxBytes: 2 * 2 ** 30,
  maxMemoryBytes: 2 ** 30,
  silenceSeconds: 60,
  transferSeconds: 3600,
  redirectHosts: [],
}

/** Size of a list of refs; both engines reject a larger list. */
export const MAX_LIST_BYTES: number = 16 * 2 ** 20

export const LIST_TOO_LARGE: string = `its list of refs is larger than ${describeBytes(MAX_LIST_BYTES)}`

/** Like git's `http.lowSpeedLimit`: a lower rate for `silenceSeconds` counts as silence. */
export const MIN_BYTES_PER_SECOND = 1000

/** Returns the error message for a clone that would exceed its maximum size. */
export function tooLargeMessage(maxBytes: number): string {
  return `the clone would take more than ${describeBytes(maxBytes)} (see max_remote_bytes and disk)`
}

/** Formats a size for people: `128 MiB`. */
export function describeBytes(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return `${mebibytes < 10 ? Number(mebibytes.toPrecision(2)) : Math.round(mebibytes)} MiB`
}
