/** How long caches may use an answer, in seconds. */
export interface Lifetimes {
  /** Without asking whether it is still right; 0: they always ask. */
  readonly maxAge: number
  /** After that, while they ask. */
  readonly staleWhileRevalidate: number
  /** After that, while they cannot ask, or are told of an error. */
  readonly staleIfError: number
}

const YEAR_SECONDS = 31_536_000

interface CacheFacts {
  readonly isFixed: boolean
  readonly isTransient: boolean
  /** Whether others may see something else. */
  readonly isPrivate: boolean
}

/**
 * The value of `Cache-Control`: a year for answers that never change (RFC 8246), else as configured (RFC 5861 for stale
 * ones); what is not known yet in full is not kept at all. What not everybody sees is for the client's own cache.
 */
export function cacheControl(
  { isFixed, isTransient, isPrivate }: CacheFacts,
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
