import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { visibleView } from './access.ts'
import type { CachedResponse, PageCache } from './page-cache.ts'
import { type CountRequest, rateLimitHeaders } from './rate-limit.ts'
import {
  type HttpEnv,
  type Principal,
  pageKey,
  parseRequest,
  type RequestHead,
  withoutBase,
} from './request-info.ts'

/** A response that was sent. */
export interface ResponseEvent {
  readonly method: string
  /** Path below the base path, as the client sent it, without the query. */
  readonly path: string
  readonly status: number
  /** From the head of the request to the head of the response. */
  readonly milliseconds: number
  readonly isCached: boolean
  /** Request id, from the client or assigned; undefined if there is none, see `namesCached`. */
  readonly id: string | undefined
}

/** Callbacks for requests. */
export interface ResponseHooks {
  /** Called once per request, including those that the cache answers. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Called with a bug before the client gets a 500 without details. */
  readonly onError?: ((error: Error, requestId: string) => void) | undefined
}

/** Finishes a request that the cache cannot answer; the argument is undefined if the request cannot be parsed. */
export type Continue = (request: Request | undefined) => Promise<Response>

/** Answers a request from its head if its page is cached. */
export type Respond = (head: RequestHead) => CachedResponse | Continue

interface ResponderOptions extends ResponseHooks {
  readonly catalog: Pick<Catalog, 'current'>
  readonly pages: Pick<PageCache, 'get'>
  readonly routes: Pick<Hono<HttpEnv>, 'fetch'>
  readonly originOf: (head: RequestHead) => string
  readonly clientOf: (head: RequestHead) => string
  readonly authorize: (head: RequestHead) => Principal
  /** Limits requests that the cache cannot answer; undefined disables the limit. */
  readonly countRequest?: CountRequest | undefined
  readonly isPublic: boolean
  /** Returns why the `Host` of a request is rejected; undefined if it is allowed. */
  readonly refuseHost?: ((head: RequestHead) => CachedResponse | undefined) | undefined
  /** Whether cached responses get a new request id if the client sent none, which takes as long as all else. */
  readonly namesCached: boolean
}

/** Health checks, monitoring and cheap files are not limited. */
const UNLIMITED = /^\/(?:healthz|readyz|metrics|static)(?:[/?]|$)/

/**
 * Returns the entry point for all requests: authenticates, answers from the cache or else by the routes, and calls
 * `onResponse`. A cached answer creates no Request, Response or promise, since those cost more than everything else.
 */
export function createResponder(options: ResponderOptions): Respond {
  const { catalog, pages, routes, originOf, clientOf, authorize, countRequest, namesCached } =
    options
  const { isPublic, refuseHost = () => undefined } = options
  return (head) => {
    const started = performance.now()
    const { method, header } = head
    const clientId = header('x-request-id')
    const principal = authorize(head)
    const origin = originOf(head)
    const target = withoutBase(head.target, origin)
    const notify = (status: number, id: string | undefined, isCached: boolean) => {
      const milliseconds = performance.now() - started
      const end = target.indexOf('?')
      const path = end === -1 ? target : target.slice(0, end)
      options.onResponse?.({ method, path, status, milliseconds, isCached, id })
      return milliseconds
    }
    const refused = refuseHost(head)
    if (refused !== undefined) {
      notify(refused.status, undefined, false)
      return refused
    }
    if (method === 'GET' || method === 'HEAD') {
      const viewKey = visibleView(catalog.current(), principal).key
      const cached = pages.get(pageKey(viewKey, target, { principal, origin, header }), header)
      if (cached !== undefined) {
        const id = clientId === undefined && !namesCached ? undefined : requestIdOf(clientId)
        notify(cached.status, id, true)
        if (id === undefined) return cached
        return { ...cached, headers: { ...cached.headers, 'X-Request-Id': id } }
      }
    }
    const id = requestIdOf(clientId)
    const client = clientOf(head)
    const counted = UNLIMITED.test(target) ? undefined : countRequest?.(principal.name || client)
    const facts = { principal, client, origin, isPublic }
    return async (request) => {
      const allowance = await counted
      const infoOf = ({ url, signal }: Request) =>
        parseRequest(head, { url, signal, ...facts, allowance, since: started })
      const report = (error: Error) => options.onError?.(error, id)
      const response =
        request === undefined
          ? new Response(null, { status: 400 })
          : await routes.fetch(request, { info: infoOf(request), report })
      const { headers, status } = response
      headers.set('Server-Timing', `total;dur=${notify(status, id, false).toFixed(1)}`)
      headers.set('X-Request-Id', id)
      // Like Weblate, sends no limits to a client that failed to authenticate.
      const limits = allowance === undefined || status === 401 ? {} : rateLimitHeaders(allowance)
      for (const [name, value] of Object.entries(limits)) headers.set(name, value)
      return response
    }
  }
}

/** Headers that belong to a single response. */
const OWN_HEADERS = /^(?:Server-Timing|X-Request-Id|X-RateLimit-.*)$/i

/** Returns the headers that a response has in addition to those of its cached page. */
export function ownHeadersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => OWN_HEADERS.test(name)))
}

/** Returns the request id of the client or its proxy if it is a plain word; otherwise a new one. */
function requestIdOf(clientId = ''): string {
  return /^[\w.-]{1,64}$/.test(clientId) ? clientId : randomUUID()
}
