import { type Context, Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { NotFoundError, RepositoryError } from '../errors.ts'
import { cacheControl, type Lifetimes } from '../http/cache-control.ts'
import { HttpError, notFound, permissionDenied } from '../http/http-error.ts'
import { type Arrival, createOriginReader } from '../http/origin.ts'
import {
  createPage,
  createPages,
  type Page,
  type Pages,
  type ReadHeader,
  type Reply,
} from '../http/page-cache.ts'
import { type Streamed, streamAnswer } from '../http/stream.ts'
import { type RequestViews, readViews } from '../http/views.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { errorBody } from './errors.ts'
import { createLinks, type LinkStyle } from './links.ts'
import { optionsAnswer, preflightAnswer, SHARED_HEADERS } from './options.ts'
import { streamLines } from './rendering/ndjson.ts'
import { negotiate, type Rendering } from './rendering/negotiation.ts'
import { render } from './rendering/render.ts'

interface ApiOptions extends Lifetimes {
  readonly catalog: Catalog
  readonly baseUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly siteTitle: string
  /** Called with what went wrong inside: the client sees a 500 without details. */
  readonly onError?: (error: Error) => void
}

/** The routes, and the replies that need no work. */
export interface Api {
  /** Mount it at `/api`; slash-less addresses work as well. */
  readonly routes: Hono
  /** The reply to a GET or HEAD whose page is at hand, given its path with query; undefined for any other. */
  cached(target: string, arrival: Arrival): Reply | undefined
}

const MAX_PAGE_BYTES = 64 << 20
const READING = new Set(['GET', 'HEAD'])
const SUFFIX = /\.(json|api|csv)\/?$/
const PLAIN: Rendering = { renderer: 'json', indent: 0, linkFormat: '' }

/** The path that routes are found by: without its slash at the end and without a format's ending (`projects.json`). */
export function routePath({ url }: Request): string {
  const { pathname } = new URL(url)
  const path = pathname.startsWith('/api/') ? pathname.replace(SUFFIX, '') : pathname
  return path.replace(/(.)\/$/, '$1')
}

/** Everything below `/api/`: answers in Weblate's shapes, errors too. */
export function createApi(options: ApiOptions): Api {
  const pages = createPages({ maxBytes: MAX_PAGE_BYTES })
  const services = { ...options, pages, originOf: createOriginReader(options) }
  const routes = new Hono()
  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    routes.all(path, (context) => answer(context, endpoint, services))
  }
  routes.onError((error) => {
    options.onError?.(error)
    return errorAnswer(new HttpError(500, 'error', 'Server Error (500)'))
  })
  routes.all('*', () => errorAnswer(notFound()))
  return {
    routes,
    cached(target, arrival) {
      const key = pageKey(
        options.catalog.current().key,
        services.originOf(arrival),
        target,
        arrival.header,
      )
      return pages.reply(key, arrival.header)
    },
  }
}

interface Services extends ApiOptions {
  readonly pages: Pages
  readonly originOf: (arrival: Arrival) => string
}

async function answer(context: Context, endpoint: Endpoint, services: Services): Promise<Response> {
  const { method } = context.req
  const allow = { Allow: endpoint.allow }
  let rendering = PLAIN
  try {
    if (method === 'OPTIONS') {
      const isPreflight = context.req.header('access-control-request-method') !== undefined
      const area = context.req.path.split('/')[2] ?? ''
      return isPreflight ? preflightAnswer() : optionsAnswer(endpoint, area)
    }
    if (!READING.has(method)) throw permissionDenied()
    const query = new URL(context.req.url).searchParams
    if (endpoint.isFile !== true) rendering = renderingOf(context, query, endpoint)
    else if (suffixOf(new URL(context.req.url).pathname) === 'csv') query.set('format', 'csv')
    return await pageAnswer(context, endpoint, { ...services, rendering, query })
  } catch (error) {
    return errorAnswer(asApiError(error), { headers: allow, rendering })
  }
}

/** Throws what is none of the known kinds: a bug. */
function asApiError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof NotFoundError) return notFound()
  if (error instanceof RepositoryError) {
    return new HttpError(503, 'service_unavailable', error.message)
  }
  throw error
}

async function pageAnswer(
  context: Context,
  endpoint: Endpoint,
  services: Services & { readonly rendering: Rendering; readonly query: URLSearchParams },
): Promise<Response> {
  const { catalog, pages, originOf } = services
  const { pathname, search, host } = new URL(context.req.url)
  const header: ReadHeader = (name) => context.req.header(name)
  const peer = context.env?.incoming?.socket?.remoteAddress
  const origin = originOf({ fallback: host, header, peer })
  const views = await readViews(catalog, endpoint, services.query)
  const key = pageKey(views.key, origin, `${pathname}${search}`, header)
  let reply = pages.reply(key, header)
  if (reply === undefined) {
    const made = await makePage(context, endpoint, { ...services, views, origin, pathname, search })
    if ('open' in made) return streamAnswer(made, { identity: key, header })
    reply = pages.add(key, made, header)
  }
  const { status, headers, body } = reply
  return new Response(body === undefined ? null : new Uint8Array(body), { status, headers })
}

async function makePage(
  context: Context,
  endpoint: Endpoint,
  {
    catalog,
    siteTitle,
    maxAge,
    staleWhileRevalidate,
    views,
    origin,
    pathname,
    search,
    query,
    rendering,
  }: Services & {
    readonly views: RequestViews
    readonly origin: string
    readonly pathname: string
    readonly search: string
    readonly query: URLSearchParams
    readonly rendering: Rendering
  },
): Promise<Page | Streamed> {
  const { linkFormat } = rendering
  const { view, base, ref } = views
  if (linkFormat !== '' && !query.has('format') && suffixOf(pathname) === undefined)
    query.set('format', linkFormat)
  const suffix = suffixOf(pathname)
  const address = `${origin}${suffix === undefined ? pathname.replace(/\/?$/, '/') : pathname}`
  const found = await endpoint.get({
    catalog,
    view,
    base,
    siteTitle,
    wantsLines: rendering.renderer === 'ndjson',
    links: createLinks(origin, linkStyle(endpoint, linkFormat, suffix), ref),
    query,
    accept: context.req.header('accept'),
    address,
    param: (name) => context.req.param(name) ?? '',
  })
  const isTransient = 'isTransient' in found && found.isTransient === true
  const isFixed = views.isFixed && dayOf(search) === 0
  const headers = {
    ...SHARED_HEADERS,
    Allow: endpoint.allow,
    'Cache-Control': cacheControl({ isFixed, isTransient }, { maxAge, staleWhileRevalidate }),
    ...lastModified(Math.max(view.timestamp ?? 0, base?.timestamp ?? 0, dayOf(search))),
  }
  if ('items' in found) {
    const type = { 'Content-Type': 'application/x-ndjson' }
    return { open: () => streamLines(found.items), headers: { ...headers, ...type } }
  }
  const own = { ...headers, ...found.headers }
  if ('bytes' in found) return createPage(Buffer.from(found.bytes), own, isTransient)
  const rendered = render(found.json, rendering)
  return createPage(Buffer.from(rendered.text), { ...rendered.headers, ...own }, isTransient)
}

/** The time of the newest commit that an answer shows, in seconds since 1970; 0: there is none. */
function lastModified(seconds: number): Record<string, string> {
  return seconds === 0 ? {} : { 'Last-Modified': new Date(seconds * 1000).toUTCString() }
}

/** The format that an address ends with, as `projects.json` does. */
function suffixOf(pathname: string): string | undefined {
  return SUFFIX.exec(pathname)?.[1]
}

/** Weblate's generic views, `X List` and `X Instance`, repeat the suffix in their links; all others link plainly. */
function linkStyle({ name }: Endpoint, format: string, suffix: string | undefined): LinkStyle {
  if (suffix === undefined) return format === '' ? {} : { query: format }
  return / (?:List|Instance)$/.test(name) ? { suffix } : {}
}

/** Where two requests have the same key they get the same page. */
function pageKey(views: string, origin: string, target: string, header: ReadHeader): string {
  return `${views}\n${dayOf(target)}\n${origin}\n${header('accept') ?? ''}\n${target}`
}

/** A search may say `today`: the start of it in seconds since 1970, in UTC; 0 for all other addresses. */
function dayOf(search: string): number {
  return /[?&]q=/.test(search) ? Math.floor(Date.now() / 86_400_000) * 86_400 : 0
}

function renderingOf(context: Context, query: URLSearchParams, endpoint: Endpoint): Rendering {
  const suffix = suffixOf(new URL(context.req.url).pathname)
  const asked = { format: suffix ?? query.get('format'), accept: context.req.header('accept') }
  return negotiate(asked, endpoint)
}

function errorAnswer(
  error: HttpError,
  {
    headers = {},
    rendering = PLAIN,
  }: { headers?: Readonly<Record<string, string>>; rendering?: Rendering } = {},
): Response {
  const rendered = render(errorBody(error), rendering)
  return new Response(rendered.text, {
    status: error.status,
    headers: {
      ...SHARED_HEADERS,
      'Cache-Control': 'no-cache',
      ...(error.status === 401 ? { 'WWW-Authenticate': 'Token' } : {}),
      ...headers,
      ...rendered.headers,
    },
  })
}
