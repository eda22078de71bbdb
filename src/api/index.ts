import { type Context, Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import { encodeCsv } from './csv.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ApiError, errorBody, notFound, permissionDenied } from './errors.ts'
import { encodeJson, type Json } from './json.ts'
import { createLinks } from './links.ts'
import { negotiate, type Rendering } from './negotiation.ts'
import { createOriginReader } from './origin.ts'
import type { Endpoint } from './request.ts'

export interface ApiOptions {
  readonly catalog: Catalog
  readonly baseUrl: string | undefined
  readonly trustedProxies: readonly string[]
  /** Called with what went wrong inside: the client sees a 500 without details. */
  readonly onError?: (error: Error) => void
}

const READING = new Set(['GET', 'HEAD'])
const PLAIN: Rendering = { renderer: 'json', indent: 0, linkFormat: '' }
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept',
}

/** Everything below `/api/`: answers in Weblate's shapes, errors too. Mount it at `/api`; slash-less addresses work as well. */
export function createApi(options: ApiOptions): Hono {
  const api = new Hono({ strict: false })
  const originOf = createOriginReader(options)
  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    api.all(path, (context) => answer(context, endpoint, { ...options, originOf }))
  }
  api.onError((error) => {
    options.onError?.(error)
    return errorAnswer(new ApiError(500, 'error', 'Server Error (500)'))
  })
  api.notFound(() => errorAnswer(notFound()))
  api.all('*', () => errorAnswer(notFound()))
  return api
}

type Services = ApiOptions & { readonly originOf: ReturnType<typeof createOriginReader> }

async function answer(context: Context, endpoint: Endpoint, services: Services): Promise<Response> {
  const { method } = context.req
  const headers = { Allow: endpoint.allow }
  let rendering = PLAIN
  try {
    if (method === 'OPTIONS') return optionsAnswer(context, endpoint)
    if (!READING.has(method)) throw permissionDenied()
    const url = new URL(context.req.url)
    if (endpoint.isFile !== true) rendering = renderingOf(context, url.searchParams, endpoint)
    return await contentAnswer(context, endpoint, { ...services, rendering, url })
  } catch (error) {
    return errorAnswer(asApiError(error), { headers, rendering })
  }
}

/** Throws what is none of the known kinds: a bug. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof NotFoundError) return notFound()
  if (error instanceof RepositoryError) {
    return new ApiError(503, 'service_unavailable', error.message)
  }
  throw error
}

async function contentAnswer(
  context: Context,
  endpoint: Endpoint,
  { catalog, originOf, rendering, url }: Services & { rendering: Rendering; url: URL },
): Promise<Response> {
  const base = originOf({
    url: context.req.url,
    header: (name) => context.req.header(name),
    peer: context.env?.incoming?.socket?.remoteAddress,
  })
  const query = url.searchParams
  if (rendering.linkFormat !== '' && !query.has('format')) query.set('format', rendering.linkFormat)
  const found = await endpoint.get({
    catalog,
    view: await catalog.view(),
    links: createLinks(base, rendering.linkFormat),
    query,
    address: `${base}${url.pathname.replace(/\/?$/, '/')}`,
    param: (name) => context.req.param(name) ?? '',
  })
  const headers = { Allow: endpoint.allow, Vary: 'Accept', ...CORS }
  if ('json' in found) return rendered(found.json, { rendering, headers })
  return context.body(Uint8Array.from(found.bytes), 200, { ...headers, ...found.headers })
}

function renderingOf(context: Context, query: URLSearchParams, endpoint: Endpoint): Rendering {
  const isFlat = endpoint.hasFlatJson === true
  const asked = { format: query.get('format'), accept: context.req.header('accept') }
  return negotiate(asked, { flat: isFlat })
}

/** A preflight of a browser, or Weblate's description of the endpoint. */
function optionsAnswer(context: Context, { name, allow }: Endpoint): Response {
  if (context.req.header('access-control-request-method') !== undefined) {
    return context.body(null, 204, CORS)
  }
  const json = {
    name,
    description: '',
    renders: ['application/json', 'text/csv'],
    parses: [],
  }
  return rendered(json, { rendering: PLAIN, headers: { Allow: allow, Vary: 'Accept', ...CORS } })
}

function errorAnswer(
  error: ApiError,
  {
    headers = {},
    rendering = PLAIN,
  }: { headers?: Record<string, string>; rendering?: Rendering } = {},
): Response {
  const all = { ...headers, Vary: 'Accept', ...CORS }
  return rendered(errorBody(error), { rendering, headers: all, status: error.status })
}

function rendered(
  json: Json,
  {
    rendering: { renderer, indent },
    headers,
    status = 200,
  }: { rendering: Rendering; headers: Record<string, string>; status?: number },
): Response {
  const isCsv = renderer === 'csv'
  const body = isCsv
    ? encodeCsv(json)
    : encodeJson(renderer === 'json-flat' ? flat(json) : json, indent)
  const type = isCsv ? 'text/csv; charset=utf-8' : 'application/json'
  return new Response(body, {
    status,
    headers: { ...headers, ...(body === '' ? {} : { 'Content-Type': type }) },
  })
}

/** A list without its envelope. */
function flat(json: Json): Json {
  const isList = json !== null && typeof json === 'object' && 'results' in json
  return isList ? (json['results'] as Json) : json
}
