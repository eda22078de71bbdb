import { cacheControl, type Lifetimes } from './cache-control.ts'
import { createPage, type PageCache, toResponse } from './page-cache.ts'
import { dayOf, pageKey } from './page-key.ts'
import type { RequestInfo } from './request-info.ts'
import { streamResponse } from './stream.ts'
import type { RequestViews } from './views.ts'

/** The answer of a route. `body` may open a stream. */
export interface Content {
  readonly body: Uint8Array | (() => ReadableStream<Uint8Array>)
  readonly headers: Readonly<Record<string, string>>
  /** Whether the same view may give another body later, as history is read or refs move: then it is not cached. */
  readonly isTransient?: boolean
}

/** Responds to a request with a page that shows these views: from the cache, or as `make` makes it. */
export type ServePage = (
  info: RequestInfo,
  views: RequestViews,
  make: () => Promise<Content>,
) => Promise<Response>

/** The function that serves pages, with the headers that caches and browsers go by. */
export function createServePage(pages: PageCache, lifetimes: Lifetimes): ServePage {
  return async (info, views, make) => {
    const { path, search, header, method } = info
    const key = pageKey({ ...info, viewKey: views.key, target: `${path}${search}` })
    const cached = pages.get(key, header)
    if (cached !== undefined) return toResponse(cached, method)
    const { body, isTransient = false, ...made } = await make()
    const isFixed = views.isFixed && dayOf(search) === 0
    const headers = {
      'Cache-Control': cacheControl({ isFixed, isTransient }, lifetimes),
      ...made.headers,
    }
    if (typeof body === 'function') return streamResponse(body, { headers, identity: key, header })
    const page = createPage(Buffer.from(body), headers, isTransient)
    return toResponse(pages.add(key, page, header), method)
  }
}
