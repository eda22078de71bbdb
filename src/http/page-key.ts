import type { Principal, ReadHeader } from './request-info.ts'

/** All that a page depends on. */
interface PageFacts {
  /** The key of the view, or of the views, that it shows. */
  readonly viewKey: string
  readonly principal: Principal
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly header: ReadHeader
}

/** What negotiates formats: all else is the same for browsers that accept this and that. */
const NEGOTIATED = /^\/(?:api|download)\//

/** Two requests with the same key get the same page. */
export function pageKey({ viewKey, principal, origin, target, header }: PageFacts): string {
  const accept = NEGOTIATED.test(target) ? (header('accept') ?? '') : ''
  return `${viewKey}\n${dayOf(target)}\n${principal.id}\n${origin}\n${accept}\n${target}`
}

/**
 * A search may say `today`: the start of it in seconds since 1970, in UTC; 0 for all other targets. Asked for every
 * request, so the query is not parsed: `q` and `%71` are the only spellings of the parameter.
 */
export function dayOf(target: string): number {
  return /[?&](?:q|%71)=/.test(target) ? Math.floor(Date.now() / 86_400_000) * 86_400 : 0
}
