/** How long caches may use an answer, in seconds. */
export interface Lifetimes {
  /** Without asking whether it is still right; 0: they always ask. */
  readonly maxAge: number
  /** After that, while they ask. */
  readonly staleWhileRevalidate: number
}

const YEAR_SECONDS = 31_536_000

/**
 * The value of `Cache-Control`: a year for answers that never change (RFC 8246), else as configured (RFC 5861 for stale
 * ones); what is not known yet in full is not kept at all. All others are public: no answer depends on who asks.
 */
export function cacheControl(
  { isFixed, isTransient }: { readonly isFixed: boolean; readonly isTransient: boolean },
  { maxAge, staleWhileRevalidate }: Lifetimes,
): string {
  if (isTransient) return 'no-store'
  if (isFixed) return `public, max-age=${YEAR_SECONDS}, immutable`
  if (maxAge === 0 && staleWhileRevalidate === 0) return 'no-cache'
  const stale = staleWhileRevalidate === 0 ? '' : `, stale-while-revalidate=${staleWhileRevalidate}`
  return `public, max-age=${maxAge}${stale}`
}
