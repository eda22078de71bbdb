/** Values on their way to where others find them. */
export interface WriteQueue {
  /** A value that is on its way. */
  get(key: string): Buffer | undefined
  set(key: string, value: Buffer): void
  /** Settles when all that was set is written or lost. Never rejects. */
  flush(): Promise<void>
  /** What is not being written yet, and is not written any more. */
  take(): readonly (readonly [key: string, value: Buffer])[]
}

/** Values are written together after this time, or when they are so many: each write costs a few milliseconds. */
const COLLECT_MS = 100
const COLLECT_BYTES = 4 << 20

/**
 * Collects values for `write`, which is called for one batch at a time. Where it is synchronous, so is `flush`. A batch
 * that cannot be written is lost, for that costs time after the next start, nothing else; the first such error is
 * reported. Without `write` values stay until they are taken. It is long because its functions share the values that
 * wait.
 */
export function createWriteQueue(
  write: ((values: ReadonlyMap<string, Buffer>) => void | Promise<void>) | undefined,
  onFailure: (error: unknown) => void,
): WriteQueue {
  let pending = new Map<string, Buffer>()
  let pendingBytes = 0
  let writing: { readonly values: Map<string, Buffer>; readonly done: Promise<void> } | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function fail(error: unknown): void {
    if (!isFailing) onFailure(error)
    isFailing = true
  }

  /** Undefined when it is written already. */
  function writeBatch(): Promise<void> | undefined {
    clearTimeout(timer)
    timer = undefined
    const values = pending
    pending = new Map()
    pendingBytes = 0
    try {
      const written = write?.(values)
      if (written === undefined) return undefined
      const done = written.catch(fail).finally(() => {
        writing = undefined
      })
      writing = { values, done }
      return done
    } catch (error) {
      fail(error)
      return undefined
    }
  }

  async function flush(): Promise<void> {
    while (write !== undefined && (writing !== undefined || pending.size > 0)) {
      if (writing !== undefined) await writing.done
      else await writeBatch()
    }
  }

  return {
    get: (key) => pending.get(key) ?? writing?.values.get(key),
    set(key, value) {
      pending.set(key, value)
      if (write === undefined) return
      pendingBytes += value.length
      if (pendingBytes > COLLECT_BYTES && writing === undefined) writeBatch()
      else timer ??= setTimeout(flush, COLLECT_MS).unref()
    },
    flush,
    take() {
      const taken = [...pending]
      pending = new Map()
      pendingBytes = 0
      return taken
    },
  }
}
