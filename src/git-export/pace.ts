/** How slowly a client may take what is sent to it. */
export interface PaceOptions {
  readonly leastBytesPerSecond: number
  /** So long it may be slower. */
  readonly patienceMs: number
  /** In milliseconds (default: since the start). */
  readonly now?: () => number
}

/** The pace of one client: time that passes until there is something to send does not count. */
export interface Pace {
  /** There are so many bytes for the client. */
  offered(bytes: number): void
  /** The client wants more; whether it took what it got too slowly. */
  isTooSlow(): boolean
}

/** A client that has taken nothing yet. */
export function createPace({
  leastBytesPerSecond,
  patienceMs,
  now = () => performance.now(),
}: PaceOptions): Pace {
  let bytes = 0
  let takenMs = 0
  let since: number | undefined
  return {
    offered(more) {
      bytes += more
      since = now()
    },
    isTooSlow() {
      if (since !== undefined) takenMs += now() - since
      since = undefined
      return takenMs > patienceMs && bytes / (takenMs / 1000) < leastBytesPerSecond
    },
  }
}
