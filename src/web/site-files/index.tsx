import { Hono } from 'hono'
import { notFound } from '../../http/http-error.ts'
import { type HttpEnv, type RequestInfo, withParameters } from '../../http/request-info.ts'
import type { ServeKnown } from '../../http/serve-known.ts'
import type { View } from '../../model/model.ts'
import { componentsOf } from '../../view/view.ts'
import { sitemapIndex, sitemapSection } from './sitemap.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** Serves the files that crawlers and browsers request from every site. */
export function createSiteFiles(serveKnown: ServeKnown): Hono<HttpEnv> {
  const files = new Hono<HttpEnv>()
  const fixed = (mediaType: string, body: string) =>
    new Response(body, {
      headers: {
        'Content-Type': mediaType,
        'Cache-Control': `public, max-age=${DAY_SECONDS}`,
        'X-Content-Type-Options': 'nosniff',
      },
    })
  const sitemap = (info: RequestInfo, write: (view: View) => string) =>
    serveKnown(
      withParameters(info, ['p']),
      { needs: undefined, about: componentsOf },
      async ({ view }) => ({
        body: Buffer.from(write(view)),
        headers: {
          'Content-Type': 'application/xml; charset=utf-8',
          'X-Robots-Tag': 'noindex, noodp, noarchive',
          'X-Content-Type-Options': 'nosniff',
        },
        maxAge: HOUR_SECONDS,
      }),
    )
  files.get('/robots.txt', ({ env: { info } }) => fixed('text/plain', robotsText(info.origin)))
  files.get('/favicon.svg', () => fixed('image/svg+xml; charset=utf-8', iconSvg()))
  files.get('/favicon.ico', ({ redirect }) => redirect('./favicon.svg', 301))
  files.get('/sitemap.xml', ({ env: { info } }) =>
    sitemap(info, (view) => sitemapIndex(view, info.origin)),
  )
  files.get('/:file{sitemap-[a-z]+\\.xml}', ({ env: { info }, req }) => {
    const section = req.param('file').slice('sitemap-'.length, -'.xml'.length)
    const page = Number.parseInt(info.query.get('p') ?? '1', 10)
    return sitemap(info, (view) => {
      const urls = sitemapSection(view, { origin: info.origin, section, page })
      if (urls === undefined) throw notFound()
      return urls
    })
  })
  return files
}

/** The paths that crawlers may read: pages and images of existing places, but nothing computed for a query. */
const ALLOWED = ['engage/', 'projects/', 'languages/', 'widget/', 'exports/', 'static/', '$']

/** Returns `robots.txt` for a server with this base URL, which has no trailing slash. */
function robotsText(origin: string): string {
  const base = new URL(`${origin}/`).pathname
  const lines = [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${base}${path}`),
    `Disallow: ${base}`,
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns gitglot's icon, which adapts to light and dark themes. */
function iconSvg(): string {
  const icon = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 20 20" width={64} height={64}>
      <title>gitglot</title>
      <rect x={-2} y={-2} width={20} height={20} rx={3} fill="#fcfcfb" />
      <path d="M0 0h7v7H0zM9 0h7v7H9zM0 9h7v7H0z" fill="#16191b" />
      <path d="M9.75 9.75h5.5v5.5h-5.5z" fill="none" stroke="#16191b" stroke-width="1.5" />
    </svg>
  )
  return String(icon)
}
