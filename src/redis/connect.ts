import { setTimeout as pause } from 'node:timers/promises'
import { RepositoryError, reasonOf } from '../errors.ts'

interface RedisOptions {
  /** `redis://...` or `rediss://...`; may hold credentials. */
  readonly url: string
  /** Prefix of all keys. Nodes with different prefixes share nothing. */
  readonly prefix: string
  /** Called once when commands begin to fail, and once when all work again. */
  readonly warn: (message: string) => void
}

/** Longest time that anybody waits for an answer. */
const WAIT_MS = 1000
/** How long the server is left alone after a late answer. */
const PAUSE_MS = 5000
const MAX_RECONNECT_MS = 2000

/** A connection to Valkey or Redis. Nothing rejects: without it, each node works on its own. */
export type Redis = Awaited<ReturnType<typeof connectRedis>>

/** Connects in the background, and again after a loss. Rejects with RepositoryError if the optional package is missing. */
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
  const failing = new Set<string>()
  let isClosed = false
  let pausedUntil = 0

  function fail(action: string, error: unknown): void {
    if (isClosed || failing.has(action)) return
    if (failing.size === 0) {
      warn(`redis: ${action}: ${reasonOf(error)}; this node goes on alone`)
    }
    failing.add(action)
  }

  function succeed(action: string): void {
    if (failing.delete(action) && failing.size === 0) warn('redis: works again')
  }

  /** Runs a command; resolves to undefined if it fails or takes too long. */
  async function ask<T>(action: string, command: () => Promise<T>): Promise<T | undefined> {
    if (!client.isReady || performance.now() < pausedUntil) return undefined
    try {
      const answer = await inTime(command())
      succeed(action)
      return answer
    } catch (error) {
      if (error instanceof LateError) pausedUntil = performance.now() + PAUSE_MS
      fail(action, error)
      return undefined
    }
  }

  const failToConnect = (error: unknown) => fail('connecting', error)
  client.on('error', failToConnect)
  client.on('ready', () => succeed('connecting'))
  const connected = inTime(client.connect()).catch(failToConnect)
  const listeners: { destroy(): void }[] = []

  return {
    prefix,
    client,
    /** The same client, with answers as bytes. */
    bytes: client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }),
    ask,
    /** Settles after the first attempt to connect, within a second. */
    connected,
    isConnected: () => client.isReady && failing.size === 0,
    /** Calls the listener with each later message, except those sent while there is no connection. */
    listen(channel: string, listener: (message: string) => void): void {
      const listening = client.duplicate()
      listeners.push(listening)
      // The other connection reports the same error.
      listening.on('error', () => {})
      // A connection can be lost while it subscribes, so each new one subscribes again.
      listening.on(
        'ready',
        () => void listening.subscribe(prefix + channel, listener).catch(() => {}),
      )
      listening.connect().catch(() => {})
    },
    close(): void {
      isClosed = true
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

class LateError extends Error {
  override name = 'LateError'
}

/** Resolves like the promise, but rejects with LateError after `WAIT_MS`. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  const ending = new AbortController()
  const late = pause(WAIT_MS, undefined, ending).then(() => {
    throw new LateError(`expected an answer within ${WAIT_MS} ms`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    ending.abort()
  }
}
