import type { Redis } from './connect.ts'

/** What a request took out of the bucket of its client. */
export interface Taken {
  /** Until the bucket is full again. */
  readonly emptyMs: number
  /** Until there is enough in it for the request; none or less: there was. */
  readonly excessMs: number
}

/** Buckets that all nodes take out of. */
export interface SharedBuckets {
  /** Undefined where that cannot be had soon. */
  take(client: string, rate: { intervalMs: number; periodMs: number }): Promise<Taken | undefined>
}

/** The same as the local bucket of `createRateLimit`, by the server's clock. What is no time of a bucket counts as none. */
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

/** Buckets in Valkey or Redis. */
export function createSharedBuckets({ prefix, client, ask }: Redis): SharedBuckets {
  return {
    async take(name, { intervalMs, periodMs }) {
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
