/** Values are written together after this time, or as soon as they reach this size. */
const COLLECT_MS = 100
const COLLECT_BYTES = 4 << 20

/** Collects values for `write`, which must not reject and runs one at a time; without it, until they are taken. */
export function createWriteQueue(
  write: ((values: ReadonlyMap<string, Buffer>) => Promise<void>) | undefined,
) {
  let pending = new Map<string, Buffer>()
  let pendingBytes = 0
  let writing: { readonly values: Map<string, Buffer>; readonly done: Promise<void> } | undefined
  let timer: NodeJS.Timeout | undefined

  function takePending(): Map<string, Buffer> {
    const taken = pending
    pending = new Map()
    pendingBytes = 0
    return taken
  }

  /** Resolves once everything set so far has been written. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (write !== undefined && (writing !== undefined || pending.size > 0)) {
      if (writing === undefined) {
        const values = takePending()
        const done = write(values).finally(() => {
          writing = undefined
        })
        writing = { values, done }
      }
      await writing.done
    }
  }

  return {
    /** Returns a value that has not been written yet. */
    get: (key: string): Buffer | undefined => pending.get(key) ?? writing?.values.get(key),
    set(key: string, value: Buffer): void {
      pending.set(key, value)
      if (write === undefined) return
      pendingBytes += value.length
      if (pendingBytes > COLLECT_BYTES && writing === undefined) void flush()
      else timer ??= setTimeout(flush, COLLECT_MS).unref()
    },
    flush,
    /** Removes and returns the values whose writing has not started. */
    take: (): (readonly [key: string, value: Buffer])[] => [...takePending()],
  }
}
