import { crossOriginHeaders } from '../http/cross-origin.ts'
import { notAuthenticated } from '../http/http-error.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { Endpoint } from './endpoint.ts'
import { encodeJson } from './rendering/json.ts'
import { mediaTypesOf, PLAIN } from './rendering/negotiation.ts'
import { mediaTypeOf } from './rendering/render.ts'

/** Headers of every response, besides the CORS headers. */
const OWN_HEADERS = { Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' }

/** Returns the headers of every response. */
export function sharedHeaders(info: RequestInfo): Record<string, string> {
  return { ...OWN_HEADERS, ...crossOriginHeaders(info) }
}

/** Answers a CORS preflight (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
export function preflightResponse(info: RequestInfo): Response {
  const headers = {
    ...sharedHeaders(info),
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Accept, If-None-Match, If-Modified-Since',
  }
  return new Response(null, { status: 204, headers })
}

/**
 * Answers OPTIONS with Weblate's description of an endpoint, looked up by the first segment of its path. Throws 401 if
 * the endpoint requires a user.
 */
export function optionsResponse(endpoint: Endpoint, area: string, info: RequestInfo): Response {
  const { name, allow, isFile, needsUser } = endpoint
  if (needsUser) throw notAuthenticated()
  const body = {
    name,
    description: DESCRIPTIONS[area] ?? '',
    renders: mediaTypesOf(endpoint),
    parses: [
      ...(isFile ? ['multipart/form-data'] : ['application/json']),
      'application/x-www-form-urlencoded',
      ...(isFile ? ['*/*'] : ['multipart/form-data']),
    ],
  }
  return new Response(encodeJson(body), {
    headers: { ...sharedHeaders(info), Allow: allow, ...mediaTypeOf(PLAIN) },
  })
}

/** Descriptions for OPTIONS, by the first segment of the path. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  projects: 'Translation projects API.',
  components: 'Translation components API.',
  translations: 'Translation components API.',
}
