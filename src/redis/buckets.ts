import type { Redis } from './connect.ts'

/** The state of a client's bucket after a request. */
export interface Taken {
  /** Time until the bucket is full again. */
  readonly emptyMs: number
  /** Time until the bucket suffices for the request; 0 or less if it did. */
  readonly excessMs: number
}

/** Rate limits that all nodes share. */
export interface SharedBuckets {
  /** Resolves to undefined if the answer does not arrive soon. */
  take(client: string, rate: { intervalMs: number; periodMs: number }): Promise<Taken | undefined>
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

/** Returns rate limits in Valkey or Redis. */
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
