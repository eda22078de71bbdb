import type { Content } from '../http/serve-page.ts'
import type { AskedWidget } from './address.ts'
import type { Facts } from './facts.ts'
import type { Rasterize } from './png.ts'
import type { WidgetOptions } from './widgets.ts'

const MEDIA_TYPES = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  json: 'application/json',
}

/** A widget as SVG, as PNG, or as JSON for badges of shields.io (https://shields.io/badges/endpoint-badge). */
export async function renderWidget(
  { widget, color, extension }: AskedWidget,
  facts: Facts,
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
