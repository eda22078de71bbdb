import { Hono } from 'hono'
import { type Api, createApi, routePath } from './api/index.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config/config.ts'
import { createWeb } from './web/index.ts'

interface AppOptions {
  readonly catalog: Catalog
  readonly config: Pick<
    Config,
    'baseUrl' | 'trustedProxies' | 'siteTitle' | 'maxAge' | 'staleWhileRevalidate'
  >
  /** Called with what went wrong inside: the client sees a 500 without details. */
  readonly onError?: (error: Error) => void
}

/** The whole server: a request in, a response out; `cached` answers what is at hand without the detour. */
export type App = Pick<Hono, 'fetch' | 'request'> & Pick<Api, 'cached'>

/** The API below `/api/`, pages elsewhere. */
export function createApp({ catalog, config, onError }: AppOptions): App {
  const api = createApi({ catalog, ...config, ...(onError ? { onError } : {}) })
  const app = new Hono({ getPath: routePath })
  app.route('/api', api.routes)
  app.route('/', createWeb({ catalog, siteTitle: config.siteTitle }))
  app.notFound((context) => context.text('Not found.\n', 404))
  app.onError((error, context) => {
    onError?.(error)
    return context.text('Server Error (500)\n', 500)
  })
  return { fetch: app.fetch, request: app.request, cached: api.cached }
}
