import type { MiddlewareHandler } from 'hono'
import { createCache } from '../cache.ts'
import type { Shared, Taken } from '../redis/shared.ts'
import { HttpError } from './http-error.ts'
import type { Allowance, HttpEnv } from './request-info.ts'

/** Counts a request of a client, and returns what the client has left. */
export type CountRequest = (client: string) => Promise<Allowance>

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 }
/** Evicts the least recently seen client, who then starts with a full bucket. */
const MAX_BYTES = 8 << 20
const BUCKET_BYTES = 8

/**
 * Returns the function that counts requests with a token bucket per client. A rate like `100/minute` is both the size
 * of the bucket and its refill per period. Returns undefined for `''`. Buckets are `shared` by all nodes, or local
 * while those are unavailable. `now` is a clock in milliseconds.
 */
export function createRateLimit(
  rate: string,
  shared?: Shared['buckets'],
  now: () => number = () => performance.now(),
): CountRequest | undefined {
  if (rate === '') return undefined
  const [count, period] = rate.split('/')
  const limit = Number(count)
  const periodMs = SECONDS[period as keyof typeof SECONDS] * 1000 // The configuration takes no other.
  const intervalMs = periodMs / limit
  const buckets = createCache<{ readonly fullAt: number }>({ maxBytes: MAX_BYTES })
  const take = (client: string): Taken => {
    const time = now()
    const before = Math.max(buckets.get(client)?.fullAt ?? 0, time)
    const excessMs = before + intervalMs - time - periodMs
    const taken = { emptyMs: before - time, excessMs }
    if (isRefused(taken, intervalMs)) return taken
    buckets.set(client, { fullAt: before + intervalMs }, BUCKET_BYTES)
    return { emptyMs: before + intervalMs - time, excessMs }
  }
  return async (client) => {
    const taken = (await shared?.take(client, intervalMs, periodMs)) ?? take(client)
    const { emptyMs, excessMs } = taken
    return {
      limit,
      remaining: Math.floor((periodMs - emptyMs) / intervalMs + 1e-6),
      resetSeconds: secondsOf(emptyMs),
      refusal: isRefused(taken, intervalMs) ? throttled(secondsOf(excessMs)) : undefined,
    }
  }
}

/** Rounds up, but tolerates the rounding errors of added times. */
function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000 - 1e-6)
}

/** Tolerates the rounding errors of added fractions. */
function isRefused({ excessMs }: Taken, intervalMs: number): boolean {
  return excessMs >= intervalMs * 1e-3
}

/** Rejects the requests of a client that exceeds its rate. */
export const refuseThrottled: MiddlewareHandler<HttpEnv> = async ({ env }, next) => {
  const refusal = env.info.allowance?.refusal
  if (refusal !== undefined) throw refusal
  await next()
}

/** Returns Weblate's headers for what a client has left. */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(allowance.remaining),
    'X-RateLimit-Reset': String(allowance.resetSeconds),
  }
}

/** Returns a 429 in Weblate's words. */
function throttled(seconds: number): HttpError {
  const when = `${seconds} second${seconds === 1 ? '' : 's'}`
  const detail = `Request was throttled. Expected available in ${when}.`
  return new HttpError(429, 'throttled', detail, null, seconds)
}
