import { type Context, Hono } from 'hono'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { componentsAt, findPlace, NOWHERE, type Place, pageOfPlace } from '../catalog/place.ts'
import { createFeeds } from '../feeds/index.ts'
import { errorHeaders, methodNotAllowed, notFound, toHttpError } from '../http/http-error.ts'
import { refuseThrottled } from '../http/rate-limit.ts'
import {
  ANONYMOUS,
  type HttpEnv,
  headOf,
  parseRequest,
  type RequestInfo,
  withParameters,
} from '../http/request-info.ts'
import type { Content } from '../http/serve-page.ts'
import type { ViewRequest } from '../http/views.ts'
import type { Jobs } from '../jobs.ts'
import type { View } from '../model/model.ts'
import { isUnsettled } from '../model/readiness.ts'
import { nextTurn } from '../next-turn.ts'
import { createWidgets, type WidgetsOptions } from '../widgets/index.ts'
import { assetResponse } from './assets.ts'
import { errorPage } from './error-page.tsx'
import { LaterValues } from './later.ts'
import { createLinks } from './links.ts'
import type { Page, PageContent, PageRequest } from './page.ts'
import { PAGES, PROJECTS } from './pages.ts'
import { framed, renderPage } from './render-page.tsx'
import { createSiteFiles } from './site-files.tsx'

interface WebOptions extends WidgetsOptions {
  readonly catalog: Catalog
  readonly isDemo: boolean
  /** Computes in the background what pages show later. */
  readonly preparations: Jobs
}

/** How long a page waits for optional parts. */
const MAX_WAIT_MS = 30
/** How long a request for parts alone waits for them. */
const PART_WAIT_MS = 2000
/** A project whose history takes long must not hold up all others, nor all of them fill the queue of jobs. */
const PREPARED_AT_ONCE = 8
/** How long the preparation of a page waits: a generous limit, since nobody waits for it. */
const MAX_PREPARE_MS = 60 * 60_000

const PARAMETERS = [
  ...['action', 'as', 'base', 'check', 'checksum', 'color', 'component', 'components', 'head'],
  ...['language', 'letter', 'offset', 'part', 'project', 'q', 'severity', 'state', 'sort_by'],
  ...['timestamp_after', 'timestamp_before', 'user'],
]

/** Headers of pages: they load only this server's files, have no inline scripts or styles, and cannot be framed. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Creates the routes of pages, their assets and badges. `prepare` computes what overviews show; `frame` shows content of
 * another module as a page.
 */
export function createWeb(options: WebOptions) {
  const { catalog, siteTitle, isDemo, serveKnown } = options
  const values = new LaterValues(options.preparations)
  const web = new Hono<HttpEnv>()
  web.use(refuseThrottled)
  web.get('/static/:name', ({ req }) => {
    const response = assetResponse(req.param('name'))
    if (response === undefined) throw notFound()
    return response
  })
  web.route('/', createWidgets(options))
  web.route('/', createFeeds(serveKnown, siteTitle))
  web.route('/', createSiteFiles(serveKnown))
  for (const [pattern, target] of Object.entries(REDIRECTS)) {
    web.get(pattern, ({ env: { info }, req, redirect }) => {
      const segment = (_: string, name: string) => encodeURIComponent(req.param(name) ?? '')
      return redirect(`${info.origin}/${target.replace(/:(\w+)/g, segment)}`, 301)
    })
  }
  for (const [pattern, page] of Object.entries(PAGES)) {
    web.get(pattern, (context) => respond(context, pattern, page))
  }
  web.all('*', async ({ env, req }) => {
    const { info } = env
    if (info.method === 'GET' || info.method === 'HEAD') throw notFound()
    // Only pages that exist refuse the method; all other addresses answer as to GET. HEAD opens no stream.
    const reading = new Request(`http://localhost${req.path}`)
    const response = await web.fetch(reading, { ...env, info: { ...info, method: 'HEAD' } })
    if (response.status >= 400) return response
    throw methodNotAllowed(info.method)
  })
  web.onError(async (error, { env }) => {
    const shown = toHttpError(error, env.report)
    const { retryAfterSeconds } = shown
    const html = await errorPage(shown, env.info, options)
    // Browsers ignore `Retry-After` and obey `Refresh`.
    const again = retryAfterSeconds !== undefined && { Refresh: String(retryAfterSeconds) }
    const allow = shown.status === 405 && { Allow: 'GET, HEAD' }
    const ofError = { ...errorHeaders(shown), ...again, ...allow }
    const headers = { ...HEADERS, 'Cache-Control': 'no-store', ...ofError }
    return new Response(html, { status: shown.status, headers })
  })
  return { routes: web, prepare, frame }

  async function respond({ env, req }: Context<HttpEnv>, pattern: string, page: Page) {
    const info = withParameters(env.info, PARAMETERS)
    const { path, search } = info
    const param = (name: string) => req.param(name) ?? ''
    if (!path.endsWith('/')) {
      const last = path.slice(path.lastIndexOf('/') + 1)
      return new Response(null, { status: 301, headers: { Location: `./${last}/${search}` } })
    }
    const placeIn = (view: View) => findPlace(view, segmentsOf(info, pattern, param))
    const { needs, showsUnknown, needsJob: isJob } = page
    const about = (view: View) => (page.about ?? componentsAt)(view, placeIn(view))
    // A client that requests parts alone already has the rest, so it can wait longer.
    const maxWaitMs = info.query.has('part') ? PART_WAIT_MS : MAX_WAIT_MS
    return serveKnown(info, { needs, showsUnknown, isJob, about }, async (request) => {
      const place = placeIn(request.view)
      const { html, isTransient, isLive } = await renderPage(
        { ...request, param, place, siteTitle, isDemo },
        page,
        { values, maxWaitMs },
      )
      const headers = isLive ? { ...HEADERS, 'Cache-Control': 'no-cache' } : HEADERS
      return { body: Buffer.from(html), headers, isTransient }
    })
  }

  async function frame(request: ViewRequest, content: PageContent): Promise<Content> {
    const shown = { ...request, place: NOWHERE, links: createLinks(request), siteTitle }
    const html = await framed(shown, { ...content, isUnlisted: true })
    return { body: Buffer.from(html), headers: HEADERS }
  }

  /** Computes what the overviews of completely read projects show before anybody asks. */
  async function prepare(): Promise<void> {
    const view = catalog.current()
    const { signal } = new AbortController()
    const by = { principal: ANONYMOUS, client: '', origin: '', isPublic: false, signal, since: 0 }
    const views = { catalog, view, key: view.key, base: undefined, isFixed: false }
    const places = [undefined, ...view.projects].map((project) => ({ ...NOWHERE, project }))
    const prepareOverview = async (place: Place) => {
      const { project } = place
      // Rendering takes tens of milliseconds for thousands of translations.
      await nextTurn()
      if (catalog.current() !== view || componentsAt(view, place).some(isUnsettled)) return
      if (project !== undefined && values.haveBegun(view, project)) return
      const url = `http://localhost/${pageOfPlace(place)}`
      const info = parseRequest(headOf(new Request(url)), { url, ...by })
      const request = { ...info, ...views, progress() {}, param: () => '', place }
      const page = PAGES[project === undefined ? '/' : PROJECTS]!
      const wait = { values, maxWaitMs: MAX_PREPARE_MS }
      try {
        await renderPage({ ...request, siteTitle, isDemo }, page, wait)
      } catch {
        // Ignored: a client that asks for the overview gets the error.
      }
    }
    const left = places.values()
    const prepareLeft = async () => {
      for (const place of left) await prepareOverview(place)
    }
    await Promise.all(Array.from({ length: PREPARED_AT_ONCE }, prepareLeft))
  }
}

/** Returns the segments of the place in a path: what `:place` matches, or a language and a project. */
function segmentsOf({ path }: RequestInfo, pattern: string, param: PageRequest['param']): string[] {
  const at = pattern.split('/').findIndex((word) => word.startsWith(':place'))
  // Decodes each segment, since a language code may contain an encoded slash.
  if (at >= 0) return path.replace(/\/$/, '').split('/').slice(at).map(decode)
  const language = param('language')
  const project = param('project')
  if (language === '') return project === '' ? [] : [project]
  return [project || '-', '-', language]
}

/** Weblate's other paths and where they redirect, relative to the server's base URL. */
const REDIRECTS = {
  '/widgets': 'projects/',
  '/data': 'projects/',
  '/data/:project': 'projects/:project/',
  '/engage/:project/:language': 'engage/:project/-/:language/',
  '/exports/stats/:project/:component':
    'api/components/:project/:component/statistics/?format=json-flat',
}
