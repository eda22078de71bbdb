import type { SharedValues } from '../store/shared-values.ts'
import { createWriteQueue } from '../store/write-queue.ts'
import type { Redis } from './connect.ts'

/** Keys in one command, so that none blocks the server for long. */
const BATCH = 1000
/** A larger value takes longer to fetch than to derive. */
const MAX_VALUE_BYTES = 1 << 20
/** How long a value is kept. */
const KEPT_SECONDS = 30 * 86_400

/** Returns values in Valkey or Redis. */
export function createSharedValues({ prefix, client, bytes, ask, connected }: Redis): SharedValues {
  async function write(values: ReadonlyMap<string, Buffer>): Promise<void> {
    const expiration = { type: 'EX', value: KEPT_SECONDS } as const
    const small = [...values].filter(([, value]) => value.length <= MAX_VALUE_BYTES)
    for (const batch of batchesOf(small)) {
      const stored = await ask('writing', () =>
        Promise.all(batch.map(([key, value]) => client.set(prefix + key, value, { expiration }))),
      )
      if (stored === undefined) return
    }
  }

  const queue = createWriteQueue(write)
  return {
    async get(keys) {
      await connected
      const batches = await Promise.all(
        batchesOf(keys).map(async (batch) => {
          const values = await ask('reading', () => bytes.mGet(batch.map((key) => prefix + key)))
          return (values ?? []).flatMap((value: unknown, index): [string, Buffer][] =>
            Buffer.isBuffer(value) ? [[batch[index] as string, value]] : [],
          )
        }),
      )
      return batches.flat()
    },
    set: (key, value) => queue.set(key, value),
    close: () => queue.flush(),
  }
}

function batchesOf<T>(items: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(BATCH * index, BATCH * (index + 1)),
  )
}
