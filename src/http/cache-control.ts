import type { Config } from '../config/config.ts'

/** Lifetimes of responses in caches, in seconds. */
export type Lifetimes = Pick<Config, 'maxAge' | 'staleWhileRevalidate' | 'staleIfError'>

const YEAR_SECONDS = 31_536_000

/**
 * Returns the value of `Cache-Control`: a year for immutable responses (RFC 8246), and the configured lifetimes for
 * others (RFC 5861 for stale ones). Incomplete responses are not stored. Responses that not everybody may see are for
 * private caches only.
 */
export function cacheControl(
  {
    isFixed,
    isTransient,
    isPrivate,
  }: Readonly<Record<'isFixed' | 'isTransient' | 'isPrivate', boolean>>,
  { maxAge, staleWhileRevalidate, staleIfError }: Lifetimes,
): string {
  if (isTransient) return 'no-store'
  const who = isPrivate ? 'private' : 'public'
  if (isFixed) return `${who}, max-age=${YEAR_SECONDS}, immutable`
  if (maxAge + staleWhileRevalidate + staleIfError === 0) {
    return isPrivate ? 'private, no-cache' : 'no-cache'
  }
  const stale = Object.entries({
    'stale-while-revalidate': staleWhileRevalidate,
    'stale-if-error': staleIfError,
  }).flatMap(([name, seconds]) => (seconds === 0 ? [] : `, ${name}=${seconds}`))
  return `${who}, max-age=${maxAge}${stale.join('')}`
}
