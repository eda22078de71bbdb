import { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { createFeeds } from '../feeds/index.ts'
import { notFound, toHttpError } from '../http/http-error.ts'
import { pageHeaders } from '../http/page-headers.ts'
import type { HttpEnv } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import { createWidgets } from '../widgets/index.ts'
import { renderHome, STYLE } from './home.tsx'
import { createSiteFiles } from './site-files/index.ts'

interface WebOptions {
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly serveKnown: ServeKnown
  /** Called with a sentence for whoever runs the server. */
  readonly onNotice: (message: string) => void
}

const HEADERS = pageHeaders(STYLE)

/** The pages; an error is one line of text. */
export function createWeb(options: WebOptions): Hono<HttpEnv> {
  const { catalog, siteTitle } = options
  const web = new Hono<HttpEnv>()
  web.get('/', async (context) =>
    context.html(renderHome(await catalog.view(), siteTitle), 200, HEADERS),
  )
  web.route('/', createWidgets(options))
  web.route('/', createFeeds(options))
  web.route('/', createSiteFiles(options))
  web.all('*', () => {
    throw notFound()
  })
  web.onError((error, context) => {
    const { status, message } = toHttpError(error, context.env.report)
    return new Response(`${message}\n`, {
      status,
      headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=UTF-8' },
    })
  })
  return web
}
