import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { decode, withoutServerPaths } from '../address.ts'
import { once } from '../cache.ts'
import { componentsAt, findPlace, pathOfPlace } from '../catalog/place.ts'
import { hasCode, reasonOf } from '../errors.ts'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { invalid, notFound } from '../http/http-error.ts'
import { type HttpEnv, parseInteger, withParameters, withRef } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { Jobs } from '../jobs.ts'
import type { View } from '../model/model.ts'
import { countOutdated, readFacts } from './facts.ts'
import { WIDGETS } from './widgets.ts'

/** What badges need of the server. */
export interface WidgetsOptions {
  readonly siteTitle: string
  readonly serveKnown: ServeKnown
  /** Runs long work for waiting clients. */
  readonly jobs: Jobs
  /** Called once with a sentence if PNG is not available. */
  readonly onNotice: (message: string) => void
  /** Loads a renderer for PNG (default: the installed one). */
  readonly rasterizer?: typeof loadRasterizer
}

/** Seconds, as in Weblate. Pages with badges, and image proxies in front of them, send many requests. */
const MAX_AGE = 3600
const PARAMETERS = ['threshold', 'capitalize', 'percent']
const PATHS = ['/widget/*', '/widgets/:project/:file{.+\\..+}', '/exports/:card{og\\.\\w+}']

/** Serves badges: Weblate's at their new and old addresses, and gitglot's own. */
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
    const { place: segments, widget, color, extension } = parseWidgetPath(info.path)
    const percent = percentIn(info.query)
    const rasterize = extension === 'png' ? await rasterizer() : undefined
    if (rasterize instanceof Error) {
      if (!isNoticed) onNotice(`@resvg/resvg-js: ${rasterize.message}: badges are SVG only`)
      isNoticed = true
      const file = info.path.replace(/^.*\//, '').replace(/png$/, 'svg')
      return redirect(`./${file}${info.search}`)
    }
    const placeIn = (view: View) => findPlace(view, segments)
    const about = (view: View) => componentsAt(view, placeIn(view))
    const { needsOutdated = false } = widget
    const needs = needsOutdated ? 'history' : 'units'
    return serveKnown(info, { needs, showsUnknown: true, about }, async (request) => {
      const { view, catalog, key } = request
      const place = placeIn(view)
      const facts = readFacts(view, place, siteTitle)
      const outdated = needsOutdated
        ? await jobs.run(`outdated ${key} ${pathOfPlace(place)}`, request, (job) =>
            countOutdated(view, place, { ...job, historyOf: catalog.historyOf }),
          )
        : undefined
      const options = {
        ...{ color, percent, outdated },
        threshold: parseInteger(info.query.get('threshold')) ?? 0,
        isCapitalized: info.query.get('capitalize') === '1',
        base: `${info.origin}/`,
        search: withRef('', info.ref),
      }
      const headers = {
        'Content-Type': MEDIA_TYPES[extension],
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        ...crossOriginHeaders(info),
      }
      // An unknown number may be known a moment later.
      const isTransient = facts.percent === undefined || (needsOutdated && outdated === undefined)
      const shared = { headers, isTransient, maxAge: MAX_AGE }
      const badge = extension === 'json' && widget.badge?.(facts, options)
      if (badge) {
        // See https://shields.io/badges/endpoint-badge.
        const { label, value: message, color } = badge
        const json = JSON.stringify({ schemaVersion: 1, label, message, color })
        return { ...shared, body: Buffer.from(json) }
      }
      const svg = String(await widget.draw(facts, options))
      return { ...shared, body: rasterize ? await rasterize(svg) : Buffer.from(svg) }
    })
  })
  return widgets
}

/** Parses the parameter of `languages-badge`. Throws 400. */
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

const FILE = /^([^-]+)-([^-]+)\.(svg|png|json)$/

/**
 * Parses the path of a widget: `/widget/PLACE/NAME-COLOR.EXTENSION`, or the older `/widgets/P/LANGUAGE/FILE` and
 * `/widgets/P/LANGUAGE/C/FILE`, with `-` for all languages. Applies Weblate's redirects at once: an unknown color
 * becomes the first one, and `shields` becomes `svg`. An image that Weblate serves as SVG is never PNG. Throws 404.
 */
function parseWidgetPath(path: string) {
  const file = path.replace(/^\/exports\/og(?=\.\w+$)/, '/widget/-/-/-/open-graph')
  const [, area, ...segments] = file.split('/').map(decode)
  const [, name = '', color = '', extension = ''] = FILE.exec(segments.pop() ?? '') ?? []
  const widget = WIDGETS.get(name === 'shields' ? 'svg' : name)
  if (widget === undefined) throw notFound()
  if (extension === 'json' && widget.badge === undefined) throw notFound()
  return {
    place: area === 'widgets' ? placeOfOldForm(segments) : segments,
    widget,
    color: widget.colors.includes(color) ? color : widget.colors[0],
    extension: extension === 'json' ? extension : extension === 'png' ? widget.extension : 'svg',
  } as const
}

function placeOfOldForm([project = '', code = '-', ...component]: readonly string[]): string[] {
  if (code === '-') return [project, ...component]
  return component.length === 0 ? [project, '-', code] : [project, ...component, code]
}

/** The only font, so that images look the same everywhere. The build puts it next to the shared chunks. */
const FONT = fileURLToPath(new URL('./DejaVuSans.ttf', import.meta.url))
const OPTIONS = {
  font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
}

/** Loads the function that converts SVG to PNG; resolves to an error if its optional package cannot be loaded. */
const loadRasterizer = once(async () => {
  try {
    const { renderAsync } = await import('@resvg/resvg-js')
    return async (svg: string) => (await renderAsync(svg, OPTIONS)).asPng()
  } catch (error) {
    return new Error(reasonWhyNot(error))
  }
})

function reasonWhyNot(error: unknown): string {
  if (hasCode(error, 'ERR_MODULE_NOT_FOUND')) return 'it is not installed'
  return withoutServerPaths(reasonOf(error).split('\n')[0] ?? '')
}
