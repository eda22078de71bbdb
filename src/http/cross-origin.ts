import type { RequestInfo } from './request-info.ts'

/** Returns the headers by which a public server lets pages of other sites read a response. */
export function crossOriginHeaders({ isPublic }: RequestInfo): Record<string, string> {
  return {
    'Access-Control-Expose-Headers':
      'ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
    // A server for one machine, such as one on a developer's checkouts, must stay unreadable for the sites in its
    // browser.
    ...(isPublic && { 'Access-Control-Allow-Origin': '*' }),
  }
}
