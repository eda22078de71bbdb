import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { visibleView } from './access.ts'
import type { CachedResponse, PageCache } from './page-cache.ts'
import type { CountRequest } from './rate-limit.ts'
import {
  type HttpEnv,
  type Principal,
  pageKey,
  parseRequest,
  type RequestHead,
  withoutBase,
} from './request-info.ts'

/** An answered request. */
export interface ResponseEvent {
  readonly method: string
  /** Below the base path, as the client sent it, without the query. */
  readonly path: string
  readonly status: number
  /** From the head of the request to the head of the response. */
  readonly milliseconds: number
  readonly isCached: boolean
  /** The one that the client sent or was told; undefined: neither, see `namesCached`. */
  readonly id: string | undefined
}

/** Listeners for requests. */
export interface ResponseHooks {
  /** Called once for each request, also for those that the cache answers. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  /** Called with a bug, before the client sees a 500 without details. */
  readonly onError?: ((error: Error, requestId: string) => void) | undefined
}

/** The rest of the way to a response, for a request that the cache does not answer; undefined: it cannot be parsed. */
export type Continue = (request: Request | undefined) => Promise<Response>

/** Answers a request from its head alone, where its page is in the cache. */
export type Respond = (head: RequestHead) => CachedResponse | Continue

interface ResponderOptions extends ResponseHooks {
  readonly catalog: Pick<Catalog, 'current'>
  readonly pages: Pick<PageCache, 'get'>
  readonly routes: Pick<Hono<HttpEnv>, 'fetch'>
  readonly originOf: (head: RequestHead) => string
  readonly clientOf: (head: RequestHead) => string
  readonly authorize: (head: RequestHead) => Principal
  /** Limits what the cache does not answer; undefined: nothing is limited. */
  readonly countRequest?: CountRequest | undefined
  /** Whether the server is for everybody. */
  readonly isPublic: boolean
  /** Why a request gets no answer by its `Host`; undefined: it gets one. */
  readonly refuseHost?: ((head: RequestHead) => CachedResponse | undefined) | undefined
  /** Whether answers of the cache get ids of requests that have none: that takes as long as all the rest of them. */
  readonly namesCached: boolean
}

/** What monitors ask for, and what costs nothing, is not limited. */
const UNLIMITED = /^\/(?:healthz|readyz|metrics|static)(?:[/?]|$)/

/**
 * The one entrance: finds out who asks, answers from the cache, else by the routes, and tells `onResponse`. An answer
 * of the cache needs no Request, no Response and no promise, for they cost more than all the rest.
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
      const cached = pages.get(pageKey({ viewKey, principal, origin, target, header }), header)
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
      // Weblate does not tell those whom it does not know.
      if (allowance !== undefined && status !== 401) {
        const { limit, remaining, resetSeconds } = allowance
        headers.set('X-RateLimit-Limit', String(limit))
        headers.set('X-RateLimit-Remaining', String(remaining))
        headers.set('X-RateLimit-Reset', String(resetSeconds))
      }
      return response
    }
  }
}

/** Headers of one answer alone. */
const OWN_HEADERS = /^(?:Server-Timing|X-Request-Id|X-RateLimit-.*)$/i

/** What an answer has beside the headers of the page in the cache that it is made of. */
export function ownHeadersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => OWN_HEADERS.test(name)))
}

/** That of the client or its proxy, where it is a plain word; else a new one. */
function requestIdOf(clientId = ''): string {
  return /^[\w.-]{1,64}$/.test(clientId) ? clientId : randomUUID()
}
