import { RepositoryError, reasonOf } from '../errors.ts'
import type { SharedValues } from './shared-values.ts'
import { createWriteQueue } from './write-queue.ts'

interface RedisOptions {
  /** `redis://...` or `rediss://...`; may hold credentials. */
  readonly url: string
  /** Precedes all keys: nodes with different ones share nothing. */
  readonly prefix: string
  /** Told once when it begins to fail, and once when it works again. */
  readonly warn: (message: string) => void
}

/** Nobody waits longer for it. */
const WAIT_MS = 1000
/** After it was too slow it is not asked for so long. */
const PAUSE_MS = 5000
const MAX_RECONNECT_MS = 2000
/** Keys in one command: so none keeps the server from others for long. */
const BATCH = 1000
/** A value that is larger takes longer to bring than to derive. */
const MAX_VALUE_BYTES = 1 << 20
/** A value is forgotten so long after it was derived. */
const KEPT_SECONDS = 30 * 86_400

type Action = 'connecting' | 'reading' | 'writing'

/** Values in Valkey or Redis. Connects in the background, again and again. Throws RepositoryError where the optional package is missing. */
export async function connectRedis({ url, prefix, warn }: RedisOptions): Promise<SharedValues> {
  const { createClient, RESP_TYPES } = await import('@redis/client').catch((cause: unknown) => {
    throw new RepositoryError('redis: needs a package: npm install @redis/client', { cause })
  })
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: WAIT_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, MAX_RECONNECT_MS),
    },
  })
  const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  const failing = new Set<Action>()
  let pausedUntil = 0
  let isClosed = false

  function fail(action: Action, error: unknown): void {
    if (isClosed || failing.has(action)) return
    if (failing.size === 0) warn(`redis: ${action}: ${reasonOf(error)}; this node goes on alone`)
    failing.add(action)
  }

  function succeed(action: Action): void {
    if (failing.delete(action) && failing.size === 0) warn('redis: works again')
  }

  /** What a command gives; undefined where it fails or takes too long. */
  async function ask<T>(action: Action, command: () => Promise<T>): Promise<T | undefined> {
    if (!client.isReady || performance.now() < pausedUntil) return undefined
    try {
      const answer = await within(WAIT_MS, command())
      succeed(action)
      return answer
    } catch (error) {
      if (error instanceof LateError) pausedUntil = performance.now() + PAUSE_MS
      fail(action, error)
      return undefined
    }
  }

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

  client.on('error', (error) => fail('connecting', error))
  client.on('ready', () => succeed('connecting'))
  const connected = within(WAIT_MS, client.connect()).catch((error: unknown) =>
    fail('connecting', error),
  )
  const queue = createWriteQueue(write, () => {})

  return {
    isConnected: () => client.isReady && failing.size === 0,
    async get(keys) {
      await connected
      const found = await Promise.all(
        batchesOf(keys).map(async (batch) => {
          const values = await ask('reading', () => bytes.mGet(batch.map((key) => prefix + key)))
          return (values ?? []).flatMap((value: unknown, index): [string, Buffer][] =>
            Buffer.isBuffer(value) ? [[batch[index] as string, value]] : [],
          )
        }),
      )
      return found.flat()
    },
    set: (key, value) => queue.set(key, value),
    async close() {
      await queue.flush()
      isClosed = true
      if (client.isOpen) client.destroy()
    },
  }
}

class LateError extends Error {
  override name = 'LateError'
}

/** Rejects with LateError where that takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LateError(`expected an answer within ${milliseconds} ms`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function batchesOf<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(BATCH * index, BATCH * (index + 1)),
  )
}
