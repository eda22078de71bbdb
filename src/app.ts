import { Hono } from 'hono'
import { createApi } from './api/index.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Config } from './config/config.ts'
import { createWeb } from './web/index.ts'

export interface AppOptions {
  readonly catalog: Catalog
  readonly config: Pick<Config, 'baseUrl' | 'trustedProxies' | 'siteTitle'>
  /** Called with what went wrong inside: the client sees a 500 without details. */
  readonly onError?: (error: Error) => void
}

/** The whole server as one function from request to response: the API below `/api/`, pages elsewhere. */
export function createApp({ catalog, config, onError }: AppOptions): Hono {
  const app = new Hono({ strict: false })
  app.route('/api', createApi({ catalog, ...config, ...(onError ? { onError } : {}) }))
  app.route('/', createWeb({ catalog, siteTitle: config.siteTitle }))
  app.onError((error, context) => {
    onError?.(error)
    return context.text('Server Error (500)\n', 500)
  })
  return app
}
