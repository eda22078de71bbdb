import { crossOriginHeaders } from '../http/cross-origin.ts'
import { notAuthenticated } from '../http/http-error.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { Endpoint } from './endpoint.ts'
import { encodeJson } from './rendering/json.ts'
import { mediaTypesOf, PLAIN } from './rendering/negotiation.ts'
import { mediaTypeOf } from './rendering/render.ts'
import { isPaged } from './schema/openapi.ts'

/** Returns the headers of every response. */
export function sharedHeaders(info: RequestInfo): Record<string, string> {
  return { Vary: 'Accept', 'X-Content-Type-Options': 'nosniff', ...crossOriginHeaders(info) }
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

/** Answers OPTIONS with Weblate's description of the endpoint at a path. Throws 401 if it requires a user. */
export function optionsResponse(path: string, endpoint: Endpoint, info: RequestInfo): Response {
  const { allow, isFile, needsUser } = endpoint
  if (needsUser) throw notAuthenticated()
  const body = {
    name: nameOf(path, endpoint),
    description: DESCRIPTIONS[path.split('/')[1] ?? ''] ?? '',
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

/** Returns Weblate's name of an endpoint: `Project List`, `Project Instance`, or the last word of its path. */
export function nameOf(path: string, { body }: Endpoint): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  const title = (words.at(-1) ?? 'API root')
    .replace(/[-_]/g, ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const kind = path.includes(':') ? 'Instance' : body === 'refused' || isPaged(body) ? 'List' : ''
  if (words.length !== 1 || kind === '') return title
  return `${title.replace(/ies$/, 'y').replace(/s$/, '')} ${kind}`
}

/** Descriptions for OPTIONS, by the first segment of the path. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  projects: 'Translation projects API.',
  components: 'Translation components API.',
  translations: 'Translation components API.',
}
