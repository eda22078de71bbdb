import type { MiddlewareHandler } from 'hono'
import { createCache } from '../cache.ts'
import { HttpError } from './http-error.ts'
import type { Allowance, HttpEnv } from './request-info.ts'

/** Counts a request of a client. */
export type CountRequest = (client: string) => Allowance

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 }
/** Who asked longest ago is forgotten first, and then has a full bucket. */
const MAX_BYTES = 8 << 20
const BUCKET_BYTES = 8

/**
 * The function that counts requests by a token bucket for each client, which holds and each period fills with as many as
 * a rate like `100/minute` says; undefined for `''`. `now` is in milliseconds.
 */
export function createRateLimit(
  rate: string,
  now: () => number = () => performance.now(),
): CountRequest | undefined {
  const [, count, period] = /^(\d+)\/(second|minute|hour|day)$/.exec(rate) ?? []
  if (count === undefined) return undefined
  const limit = Number(count)
  const periodMs = SECONDS[period as keyof typeof SECONDS] * 1000 // The expression takes no other.
  const intervalMs = periodMs / limit
  const buckets = createCache<{ readonly fullAt: number }>({ maxBytes: MAX_BYTES })
  return (client) => {
    const time = now()
    const before = Math.max(buckets.get(client)?.fullAt ?? 0, time)
    const excessMs = before + intervalMs - time - periodMs
    // Sums of fractions are a little off.
    const isAllowed = excessMs < intervalMs * 1e-3
    const after = isAllowed ? before + intervalMs : before
    buckets.set(client, { fullAt: after }, BUCKET_BYTES)
    return {
      limit,
      remaining: Math.floor((time + periodMs - after) / intervalMs + 1e-6),
      resetSeconds: Math.ceil((after - time) / 1000),
      refusal: isAllowed ? undefined : throttled(Math.ceil(excessMs / 1000)),
    }
  }
}

/** Refuses the requests of a client that has asked too often. */
export const refuseThrottled: MiddlewareHandler<HttpEnv> = async ({ env }, next) => {
  const refusal = env.info.allowance?.refusal
  if (refusal !== undefined) throw refusal
  await next()
}

/** 429, in the words of Weblate. */
function throttled(seconds: number): HttpError {
  const when = `${seconds} second${seconds === 1 ? '' : 's'}`
  const detail = `Request was throttled. Expected available in ${when}.`
  return new HttpError(429, 'throttled', detail, null, seconds)
}
