import { Hono } from 'hono'
import { notFound } from '../http/http-error.ts'
import { type HttpEnv, type RequestInfo, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { Project, Translation, View } from '../model/model.ts'
import { encodeSegment, placeOf, translationPlace } from '../model/paths.ts'
import { componentsOf, languagesOf, lastChangeOf, translationsOf } from '../view/view.ts'
import { block, element, writeXml } from '../xml/writer.ts'

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
  files.get('/robots.txt', ({ env: { info } }) => fixed('text/plain', robotsText(info.origin)))
  files.get('/favicon.svg', () => fixed('image/svg+xml; charset=utf-8', iconSvg()))
  files.get('/favicon.ico', ({ redirect }) => redirect('./favicon.svg', 301))
  files.get('/:file{sitemap(?:-[a-z]+)?\\.xml}', ({ env, req }) => {
    const info = withParameters(env.info, ['p'])
    const section = req.param('file').slice('sitemap-'.length, -'.xml'.length)
    return serveKnown(info, { needs: undefined, about: componentsOf }, async ({ view }) => ({
      body: Buffer.from(
        section === '' ? sitemapIndex(view, info) : sitemapSection(view, info, section),
      ),
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'X-Robots-Tag': 'noindex, noodp, noarchive',
        'X-Content-Type-Options': 'nosniff',
      },
      maxAge: HOUR_SECONDS,
    }))
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

/** A page: its path below the server's base URL, its priority from 0 to 1, and the time of its last change. */
type Listed = readonly [path: string, priority: number, changed: number | undefined]

/** The sections of the sitemap, which are those of Weblate. */
const SECTIONS: Readonly<Record<string, (view: View) => Listed[]>> = {
  project: ({ projects }) => projects.map((project) => listedProject('projects', 0.8, project)),
  engage: ({ projects }) => projects.map((project) => listedProject('engage', 1, project)),
  engagelang: ({ projects }) =>
    projects.flatMap(({ config, components }) =>
      languagesOf(components).map(({ language: { code }, translations }) =>
        listed(`engage/${config.slug}/-/${encodeSegment(code)}/`, 0.9, translations),
      ),
    ),
  component: (view) =>
    componentsOf(view).map((component) =>
      listed(`projects/${placeOf(component)}/`, 0.6, component.translations),
    ),
  translation: (view) =>
    translationsOf(componentsOf(view)).map((translation) =>
      listed(`projects/${translationPlace(translation)}/`, 0.2, [translation]),
    ),
  pages: ({ timestamp }) => [
    ['', 1, timestamp],
    ['projects/', 0.4, timestamp],
    ['languages/', 0.4, timestamp],
  ],
}

function listedProject(area: string, priority: number, { config, components }: Project): Listed {
  return listed(`${area}/${config.slug}/`, priority, translationsOf(components))
}

function listed(path: string, priority: number, translations: readonly Translation[]): Listed {
  return [path, priority, lastChangeOf(translations)]
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PAGE_SIZE = 50_000

/** Returns the index of the sitemap (https://www.sitemaps.org/protocol.html). */
function sitemapIndex(view: View, { origin }: RequestInfo): string {
  const maps = Object.entries(SECTIONS).flatMap(([name, list]) => {
    const pages = Math.max(1, Math.ceil(list(view).length / PAGE_SIZE))
    return Array.from({ length: pages }, (_, index) => {
      const address = `${origin}/sitemap-${name}.xml${index === 0 ? '' : `?p=${index + 1}`}`
      return element('sitemap', {}, element('loc', {}, address))
    })
  })
  return writeXml(block('sitemapindex', { xmlns: XMLNS }, maps))
}

/** Returns the page `p` of a section, which starts at 1. Throws 404. */
function sitemapSection(view: View, { query, origin }: RequestInfo, section: string): string {
  const page = Number.parseInt(query.get('p') ?? '1', 10)
  const list = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined
  const listed = list?.(view).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  if (listed === undefined || (listed.length === 0 && page !== 1)) throw notFound()
  const urls = listed.map(([path, priority, changed]) => {
    const date = changed && new Date(changed * 1000).toISOString().slice(0, 10)
    return element(
      'url',
      {},
      element('loc', {}, `${origin}/${path}`),
      ...(date ? [element('lastmod', {}, date)] : []),
      element('priority', {}, priority.toFixed(1)),
    )
  })
  return writeXml(block('urlset', { xmlns: XMLNS }, urls))
}
