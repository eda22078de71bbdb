import { Hono } from 'hono'
import type { View } from '../catalog/model.ts'
import { componentsAt, findPlace, pathOfPlace } from '../catalog/place.ts'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { invalid } from '../http/http-error.ts'
import { type HttpEnv, parseInteger, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { Content } from '../http/serve-page.ts'
import type { Jobs } from '../jobs.ts'
import { type AskedWidget, parseWidgetPath } from './address.ts'
import { countOutdated } from './counts.ts'
import { type CountedFacts, readFacts } from './facts.ts'
import { loadRasterizer, type Rasterize } from './png.ts'
import type { WidgetOptions } from './widgets.ts'

interface WidgetsOptions {
  readonly siteTitle: string
  readonly serveKnown: ServeKnown
  /** What takes long is done by these while clients wait. */
  readonly jobs: Jobs
  /** Called once with a sentence when no PNG can be made. */
  readonly onNotice: (message: string) => void
  /** By default what is installed. */
  readonly rasterizer?: typeof loadRasterizer
}

/** Seconds, as Weblate's: pages that embed badges, and the image proxies before them, ask often. */
const MAX_AGE = 3600
const PARAMETERS = ['threshold', 'capitalize', 'percent']
const PATHS = ['/widget/*', '/widgets/:project/:file{.+\\..+}', '/exports/:card{og\\.\\w+}']

/** Badges: Weblate's at their new and old addresses, and our own beside them. */
export function createWidgets({
  siteTitle,
  serveKnown,
  jobs,
  onNotice,
  rasterizer = loadRasterizer,
}: WidgetsOptions): Hono<HttpEnv> {
  const widgets = new Hono<HttpEnv>()
  let isNoticed = false
  widgets.on('GET', PATHS, async ({ env, redirect }) => {
    const info = withParameters(env.info, PARAMETERS)
    const requestedWidget = parseWidgetPath(info.path)
    const percent = percentIn(info.query)
    const rasterize = requestedWidget.extension === 'png' ? await rasterizer() : undefined
    if (rasterize instanceof Error) {
      if (!isNoticed) onNotice(`@resvg/resvg-js: ${rasterize.message}: badges are SVG only`)
      isNoticed = true
      const file = info.path.replace(/^.*\//, '').replace(/png$/, 'svg')
      return redirect(`./${file}${info.search}`)
    }
    const placeIn = (view: View) => findPlace(view, requestedWidget.place)
    const about = (view: View) => componentsAt(view, placeIn(view))
    const { needsOutdated } = requestedWidget.widget
    const needs = needsOutdated ? 'history' : 'units'
    return serveKnown(info, { needs, showsUnknown: true, about }, async (request) => {
      const { view, catalog, key, client, signal, since } = request
      const place = placeIn(view)
      const facts = readFacts(view, place, siteTitle)
      const outdated = needsOutdated
        ? await jobs.run(
            `outdated ${key} ${pathOfPlace(place)}`,
            { client, signal, since },
            (job) => countOutdated(view, place, { ...job, historyOf: catalog.historyOf }),
          )
        : undefined
      const threshold = parseInteger(info.query.get('threshold')) ?? 0
      const base = `${info.origin}/`
      const isCapitalized = info.query.get('capitalize') === '1'
      const options = { threshold, percent, outdated, isCapitalized, base, rasterize }
      const content = await renderWidget(requestedWidget, facts, options)
      const headers = { ...content.headers, ...crossOriginHeaders(info) }
      // What is not known may be a moment later.
      const isTransient =
        facts.percent === undefined || (needsOutdated === true && outdated === undefined)
      return { ...content, headers, isTransient, maxAge: MAX_AGE }
    })
  })
  return widgets
}

/** The parameter of `languages-badge`. Throws 400. */
function percentIn(query: URLSearchParams): number {
  const percent = query.get('percent') || '100'
  if (/^\d{1,3}(?:\.\d)?$/.test(percent) && Number(percent) <= 100) return Number(percent)
  throw invalid('Enter a percentage from 0 to 100, with one decimal at most.', 'percent')
}

const MEDIA_TYPES = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  json: 'application/json',
}

/** A widget as SVG, as PNG, or as JSON for badges of shields.io (https://shields.io/badges/endpoint-badge). */
async function renderWidget(
  { widget, color, extension }: AskedWidget,
  facts: CountedFacts,
  {
    rasterize,
    ...options
  }: Omit<WidgetOptions, 'color'> & { readonly rasterize: Rasterize | undefined },
): Promise<Content> {
  const shown = { color, ...options }
  const headers = {
    'Content-Type': MEDIA_TYPES[extension],
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  }
  const badge = extension === 'json' ? widget.badge?.(facts, shown) : undefined
  if (badge !== undefined) {
    const { label, value: message, color } = badge
    return {
      body: Buffer.from(JSON.stringify({ schemaVersion: 1, label, message, color })),
      headers,
    }
  }
  const svg = String(await widget.draw(facts, shown))
  return { body: rasterize === undefined ? Buffer.from(svg) : await rasterize(svg), headers }
}
