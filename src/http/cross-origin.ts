import type { RequestInfo } from './request-info.ts'

/** What scripts of other sites may read of a response besides its body, and what they may send. */
const HEADERS = {
  'Access-Control-Expose-Headers':
    'ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id',
}
const PREFLIGHT_HEADERS = {
  ...HEADERS,
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, If-None-Match, If-Modified-Since',
}

/** Returns the headers by which a public server lets pages of other sites read a response. */
export function crossOriginHeaders(
  { isPublic }: RequestInfo,
  headers: Readonly<Record<string, string>> = HEADERS,
): Record<string, string> {
  // A server for one machine, such as one on a developer's checkouts, must stay unreadable for the sites in its
  // browser.
  return isPublic ? { ...headers, 'Access-Control-Allow-Origin': '*' } : { ...headers }
}

/** Returns the headers of the response to a CORS preflight (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
export function preflightHeaders(info: RequestInfo): Record<string, string> {
  return crossOriginHeaders(info, PREFLIGHT_HEADERS)
}
