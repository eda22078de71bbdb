import type { RequestInfo } from './request-info.ts'

/** What scripts see of an answer beside its body, and what they may send. */
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

/** Headers of an answer, by which browsers let pages of other sites read it where the server is public. */
export function crossOriginHeaders(
  { isPublic }: Pick<RequestInfo, 'isPublic'>,
  headers: Readonly<Record<string, string>> = HEADERS,
): Record<string, string> {
  // What is served to one machine, such as the checkouts of a developer, is not for the sites that its browser shows.
  return isPublic ? { ...headers, 'Access-Control-Allow-Origin': '*' } : { ...headers }
}

/** Headers of the answer to a browser that asks what it may send (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
export function preflightHeaders(info: Pick<RequestInfo, 'isPublic'>): Record<string, string> {
  return crossOriginHeaders(info, PREFLIGHT_HEADERS)
}
