import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { visibleView } from './access.ts'
import { withoutBase } from './base-path.ts'
import type { CachedResponse, PageCache } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import {
  type HttpEnv,
  type Principal,
  parseRequest,
  type ReadHeader,
  type RequestHead,
} from './request-info.ts'

/** An answered request. */
export interface ResponseEvent {
  readonly method: string
  /** Below the base path, as the client sent it, without the query. */
  readonly path: string
  readonly status: number
  /** From the head of the request to the head of the response. */
  readonly milliseconds: number
  /** The one that the client sent or was told, for answers that were worked out; undefined: from the cache. */
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
}

/**
 * The one entrance: finds out who asks, answers from the cache, else by the routes, and tells `onResponse`. An answer
 * of the cache needs no Request, no Response and no promise, for they cost more than all the rest.
 */
export function createResponder(options: ResponderOptions): Respond {
  const { catalog, pages, routes, originOf, clientOf, authorize, onResponse } = options
  function tell(method: string, target: string, status: number, started: number, id?: string) {
    const milliseconds = performance.now() - started
    const end = target.indexOf('?')
    const path = end === -1 ? target : target.slice(0, end)
    onResponse?.({ method, path, status, milliseconds, id })
    return milliseconds
  }
  return (head) => {
    const started = performance.now()
    const { method, header } = head
    const principal = authorize(head)
    const origin = originOf(head)
    const target = withoutBase(head.target, origin)
    if (method === 'GET' || method === 'HEAD') {
      const viewKey = visibleView(catalog.current(), principal).key
      const cached = pages.get(pageKey({ viewKey, principal, origin, target, header }), header)
      if (cached !== undefined) {
        tell(method, target, cached.status, started)
        return cached
      }
    }
    const infoOf = ({ url, signal }: Request) =>
      parseRequest(head, { url, signal, principal, client: clientOf(head), origin })
    return async (request) => {
      const id = requestIdOf(header)
      const report = (error: Error) => options.onError?.(error, id)
      const response =
        request === undefined
          ? new Response(null, { status: 400 })
          : await routes.fetch(request, { info: infoOf(request), report })
      const milliseconds = tell(method, target, response.status, started, id)
      response.headers.set('Server-Timing', `total;dur=${milliseconds.toFixed(1)}`)
      response.headers.set('X-Request-Id', id)
      return response
    }
  }
}

/** Headers of one answer alone: those that come from the cache have none. */
const OWN_HEADERS = ['Server-Timing', 'X-Request-Id']

/** What an answer has beside the headers of the page in the cache that it is made of. */
export function ownHeadersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    OWN_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** That of the client or its proxy, where it is a plain word; else a new one. */
function requestIdOf(header: ReadHeader): string {
  const given = header('x-request-id') ?? ''
  return /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
