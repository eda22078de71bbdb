import { RepositoryError, reasonOf } from '../errors.ts'

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

/** Does a client's command; the answer of one that fails is undefined. */
type Ask = <T>(action: string, command: () => Promise<T>) => Promise<T | undefined>

/** A connection to Valkey or Redis. Nothing rejects: without it each node goes on alone. */
export type Redis = Awaited<ReturnType<typeof connectRedis>>

/** Connects in the background, again and again. Throws RepositoryError where the optional package is missing. */
export async function connectRedis({ url, prefix, warn }: RedisOptions) {
  const { createClient, RESP_TYPES } = await loadClient()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: WAIT_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, MAX_RECONNECT_MS),
    },
  })
  const failures = new Failures(warn)
  let pausedUntil = 0

  /** What a command gives; undefined where it fails or takes too long. */
  const ask: Ask = async (action, command) => {
    if (!client.isReady || performance.now() < pausedUntil) return undefined
    try {
      const answer = await inTime(command())
      failures.succeed(action)
      return answer
    } catch (error) {
      if (error instanceof LateError) pausedUntil = performance.now() + PAUSE_MS
      failures.fail(action, error)
      return undefined
    }
  }

  const failToConnect = (error: unknown) => failures.fail('connecting', error)
  client.on('error', failToConnect)
  client.on('ready', () => failures.succeed('connecting'))
  const connected = inTime(client.connect()).catch(failToConnect)
  const listeners: { destroy(): void }[] = []

  return {
    prefix,
    client,
    /** The same, with answers as bytes. */
    bytes: client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }),
    ask,
    /** Settles when it was tried to connect, after a second at most. */
    connected,
    isConnected: () => client.isReady && !failures.areThere,
    /** Calls the listener with each message from now on, but for those that come while there is no connection. */
    listen(channel: string, listener: (message: string) => void): void {
      const listening = client.duplicate()
      listeners.push(listening)
      // What ails it ails the other connection, too.
      listening.on('error', () => {})
      // Again with each connection: one may be lost while it is asked.
      listening.on(
        'ready',
        () => void listening.subscribe(prefix + channel, listener).catch(() => {}),
      )
      listening.connect().catch(() => {})
    },
    close(): void {
      failures.isSilent = true
      for (const connection of [client, ...listeners]) {
        try {
          connection.destroy()
        } catch {
          // It was not open.
        }
      }
    },
  }
}

function loadClient(): Promise<typeof import('@redis/client')> {
  return import('@redis/client').catch((cause: unknown) => {
    throw new RepositoryError(
      'not-installed',
      'redis: needs a package: npm install @redis/client',
      { cause },
    )
  })
}

/** What fails now. Warns once when something begins to fail, and once when all works again. */
class Failures {
  /** Whether it no longer matters. */
  isSilent = false
  readonly #warn: (message: string) => void
  readonly #failing = new Set<string>()

  constructor(warn: (message: string) => void) {
    this.#warn = warn
  }

  get areThere(): boolean {
    return this.#failing.size > 0
  }

  fail(action: string, error: unknown): void {
    if (this.isSilent || this.#failing.has(action)) return
    if (!this.areThere) this.#warn(`redis: ${action}: ${reasonOf(error)}; this node goes on alone`)
    this.#failing.add(action)
  }

  succeed(action: string): void {
    if (this.#failing.delete(action) && !this.areThere) this.#warn('redis: works again')
  }
}

class LateError extends Error {
  override name = 'LateError'
}

/** Rejects with LateError where that takes longer than `WAIT_MS`. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LateError(`expected an answer within ${WAIT_MS} ms`)),
      WAIT_MS,
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
