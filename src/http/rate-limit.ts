import type { MiddlewareHandler } from 'hono'
import { createCache } from '../cache.ts'
import type { SharedBuckets, Taken } from '../redis/buckets.ts'
import { HttpError } from './http-error.ts'
import type { Allowance, HttpEnv } from './request-info.ts'

/** Counts a request of a client. */
export type CountRequest = (client: string) => Promise<Allowance>

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86_400 }
/** Who asked longest ago is forgotten first, and then has a full bucket. */
const MAX_BYTES = 8 << 20
const BUCKET_BYTES = 8

interface RateLimitOptions {
  /** In milliseconds. */
  readonly now?: () => number
  /** Those of all nodes (default: each has its own). */
  readonly shared?: SharedBuckets | undefined
}

/**
 * The function that counts requests by a token bucket for each client, which holds and each period fills with as many as
 * a rate like `100/minute` says; undefined for `''`. While shared buckets cannot be had it counts by its own.
 */
export function createRateLimit(
  rate: string,
  { now = () => performance.now(), shared }: RateLimitOptions = {},
): CountRequest | undefined {
  if (rate === '') return undefined
  const [count, period] = rate.split('/')
  const limit = Number(count)
  const periodMs = SECONDS[period as keyof typeof SECONDS] * 1000 // The configuration takes no other.
  const intervalMs = periodMs / limit
  const take = createBuckets({ intervalMs, periodMs, now })
  return async (client) => {
    const taken = (await shared?.take(client, { intervalMs, periodMs })) ?? take(client)
    const { emptyMs, excessMs } = taken
    return {
      limit,
      remaining: Math.floor((periodMs - emptyMs) / intervalMs + 1e-6),
      resetSeconds: secondsOf(emptyMs),
      refusal: isRefused(taken, intervalMs) ? throttled(secondsOf(excessMs)) : undefined,
    }
  }
}

/** Rounded up, but for what sums of times are not exact in. */
function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000 - 1e-6)
}

/** Sums of fractions are a little off. */
function isRefused({ excessMs }: Taken, intervalMs: number): boolean {
  return excessMs >= intervalMs * 1e-3
}

interface BucketsOptions {
  readonly intervalMs: number
  readonly periodMs: number
  readonly now: () => number
}

/** Buckets of this node alone. */
function createBuckets({ intervalMs, periodMs, now }: BucketsOptions): (client: string) => Taken {
  const buckets = createCache<{ readonly fullAt: number }>({ maxBytes: MAX_BYTES })
  return (client) => {
    const time = now()
    const before = Math.max(buckets.get(client)?.fullAt ?? 0, time)
    const excessMs = before + intervalMs - time - periodMs
    const taken = { emptyMs: before - time, excessMs }
    if (isRefused(taken, intervalMs)) return taken
    buckets.set(client, { fullAt: before + intervalMs }, BUCKET_BYTES)
    return { emptyMs: before + intervalMs - time, excessMs }
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
