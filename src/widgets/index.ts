import { Hono } from 'hono'
import type { View } from '../catalog/model.ts'
import { componentsAt, findPlace } from '../catalog/place.ts'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { parseInteger } from '../http/query.ts'
import { type HttpEnv, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import { parseWidgetPath } from './address.ts'
import { readFacts } from './facts.ts'
import { loadRasterizer } from './png.ts'
import { renderWidget } from './render.ts'

interface WidgetsOptions {
  readonly siteTitle: string
  readonly serveKnown: ServeKnown
  /** Called once with a sentence when no PNG can be made. */
  readonly onNotice: (message: string) => void
  /** By default what is installed. */
  readonly rasterizer?: typeof loadRasterizer
}

/** Seconds, as Weblate's: pages that embed badges, and the image proxies before them, ask often. */
const MAX_AGE = 3600
const PARAMETERS = ['threshold', 'capitalize']
const PATHS = ['/widget/*', '/widgets/:project/:file{.+\\..+}', '/exports/:card{og\\.\\w+}']

/** Weblate's badges, at their new and old addresses. */
export function createWidgets({
  siteTitle,
  serveKnown,
  onNotice,
  rasterizer = loadRasterizer,
}: WidgetsOptions): Hono<HttpEnv> {
  const widgets = new Hono<HttpEnv>()
  let isNoticed = false
  widgets.on('GET', PATHS, async ({ env, redirect }) => {
    const info = withParameters(env.info, PARAMETERS)
    const asked = parseWidgetPath(info.path)
    const rasterize = asked.extension === 'png' ? await rasterizer() : undefined
    if (rasterize instanceof Error) {
      if (!isNoticed) onNotice(`@resvg/resvg-js: ${rasterize.message}: badges are SVG only`)
      isNoticed = true
      const file = info.path.replace(/^.*\//, '').replace(/png$/, 'svg')
      return redirect(`./${file}${info.search}`)
    }
    const placeIn = (view: View) => findPlace(view, asked.place)
    const about = (view: View) => componentsAt(view, placeIn(view))
    return serveKnown(info, { needs: 'units', showsUnknown: true, about }, async ({ view }) => {
      const facts = readFacts(view, placeIn(view), siteTitle)
      const threshold = parseInteger(info.query.get('threshold')) ?? 0
      const base = `${info.origin}/`
      const isCapitalized = info.query.get('capitalize') === '1'
      const options = { threshold, isCapitalized, base, rasterize }
      const content = await renderWidget(asked, facts, options)
      const headers = { ...content.headers, ...crossOriginHeaders(info) }
      // What is not known may be a moment later.
      const isTransient = facts.percent === undefined
      return { ...content, headers, isTransient, maxAge: MAX_AGE }
    })
  })
  return widgets
}
