import { hash, randomUUID } from 'node:crypto'
import { withoutCredentials } from '../address.ts'
import type { SharedValues } from '../store/store.ts'
import { createWriteQueue } from '../store/write-queue.ts'
import { connectRedis, type Redis } from './connect.ts'

/** What several nodes share. Nothing rejects: without it, each node works on its own. */
export type Shared = Awaited<ReturnType<typeof openShared>>

/** Connects to Valkey or Redis. Rejects with RepositoryError if the optional package is missing. */
export async function openShared(options: Parameters<typeof connectRedis>[0]) {
  const redis = await connectRedis(options)
  return {
    values: createValues(redis),
    polls: createPolls(redis),
    buckets: createBuckets(redis),
    isConnected: redis.isConnected,
    close: redis.close,
  }
}

/** Keys in one command, so that none blocks the server for long. */
const BATCH = 1000
/** A larger value takes longer to fetch than to derive. */
const MAX_VALUE_BYTES = 1 << 20
const VALUE_SECONDS = 30 * 86_400

function createValues({ prefix, client, bytes, ask, connected }: Redis): SharedValues {
  async function write(values: ReadonlyMap<string, Buffer>): Promise<void> {
    const expiration = { type: 'EX', value: VALUE_SECONDS } as const
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

export interface Finding {
  /** Fingerprint of the refs that the remote advertised. */
  readonly refs: string
  /** Time of the poll, in milliseconds since 1970. */
  readonly at: number
}

/** Which node polls which remote, and the results. Remotes are named by their addresses. */
export type SharedPolls = ReturnType<typeof createPolls>

const FINDING_SECONDS = 7 * 86_400
const CHANNEL = 'polls'

function createPolls({ prefix, client, ask, listen }: Redis) {
  const node = randomUUID()
  const leaseOf = (url: string) => `${prefix}lease/${remoteOf(url)}`
  const findingOf = (url: string) => `${prefix}poll/${remoteOf(url)}`
  return {
    /** Leases a remote for some seconds; resolves to false if another node has it. Leases only save work. */
    async claim(url: string, seconds: number): Promise<boolean> {
      const expiration = { type: 'PX', value: Math.ceil(seconds * 1000) } as const
      const options = { expiration, condition: 'NX' } as const
      return (await ask('leasing', () => client.set(leaseOf(url), node, options))) !== null
    },
    release(url: string): void {
      void ask('leasing', () => client.del(leaseOf(url)))
    },
    /** Resolves to the last result; undefined if it is unknown. */
    async last(url: string): Promise<Finding | undefined> {
      const text = await ask('leasing', () => client.get(findingOf(url)))
      const { refs, at } = parseMessage(text)
      return typeof refs === 'string' && typeof at === 'number' ? { refs, at } : undefined
    },
    /** Stores a result for other nodes; with `isNews`, also tells them at once. */
    report(url: string, finding: Finding, isNews: boolean): void {
      const expiration = { type: 'EX', value: FINDING_SECONDS } as const
      void ask('telling', async () => {
        await client.set(findingOf(url), JSON.stringify(finding), { expiration })
        const news = { node, remote: remoteOf(url), refs: finding.refs }
        if (isNews) await client.publish(prefix + CHANNEL, JSON.stringify(news))
        return true
      })
    },
    /** Calls the listener with the news of other nodes. */
    onNews(listener: (isAbout: (url: string) => boolean, refs: string) => void): void {
      listen(CHANNEL, (message) => {
        const { node: other, remote, refs } = parseMessage(message)
        if (other === node || typeof refs !== 'string') return
        listener((url) => remoteOf(url) === remote, refs)
      })
    },
  }
}

/** Names a remote without revealing its address. */
function remoteOf(url: string): string {
  return hash('sha256', withoutCredentials(url))
}

/** Parses a message; anything but an object counts as empty, since others may write to the same server. */
function parseMessage(text: unknown): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(String(text)) }
  } catch {
    return {}
  }
}

/** The state of a client's bucket after a request. */
export interface Taken {
  /** Time until the bucket is full again. */
  readonly emptyMs: number
  /** Time until the bucket suffices for the request; 0 or less if it did. */
  readonly excessMs: number
}

/** Computes what the local bucket of `createRateLimit` does, by the server's clock. Ignores a stored value that is no time. */
const TAKE = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local interval, period = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.min(tonumber(redis.call('GET', KEYS[1])) or 0, now + period)
full = math.max(full, now)
local excess = full + interval - now - period
if excess < interval * 1e-3 then
  full = full + interval
  redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
end
return {string.format('%.3f', full - now), string.format('%.3f', excess)}
`

function createBuckets({ prefix, client, ask }: Redis) {
  return {
    /** Counts a request of a client. Resolves to undefined if the answer does not arrive soon. */
    async take(name: string, intervalMs: number, periodMs: number): Promise<Taken | undefined> {
      const options = {
        keys: [`${prefix}bucket/${name}`],
        arguments: [String(intervalMs), String(periodMs)],
      }
      const taken = await ask('counting requests', () => client.eval(TAKE, options))
      if (!Array.isArray(taken)) return undefined
      const [emptyMs, excessMs] = taken.map(Number) as [number, number]
      return { emptyMs, excessMs }
    },
  }
}
