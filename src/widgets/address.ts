import { decode } from '../address.ts'
import { notFound } from '../http/http-error.ts'
import { WIDGETS, type Widget } from './widgets.ts'

/** A widget that an address names. */
export interface AskedWidget {
  /** Segments of its place, see `findPlace`. */
  readonly place: readonly string[]
  readonly widget: Widget
  readonly color: string
  readonly extension: 'svg' | 'png' | 'json'
}

const FILE = /^([^-]+)-([^-]+)\.(svg|png|json)$/

/**
 * What the path of a widget names: `/widget/PLACE/NAME-COLOR.EXTENSION`, or in an older form `/widgets/P/LANGUAGE/FILE` and
 * `/widgets/P/LANGUAGE/C/FILE` with `-` for all languages. Where Weblate redirects, this is what it redirects to: an
 * unknown colour is the first one, `shields` is `svg`. A picture that Weblate has as SVG is never PNG. Throws 404.
 */
export function parseWidgetPath(path: string): AskedWidget {
  const card = /^\/exports\/og(\.\w+)$/.exec(path)
  if (card !== null) return parseWidgetPath(`/widget/-/-/-/open-graph${card[1]}`)
  const [, area, ...segments] = path.split('/').map(decode)
  const [, name = '', color = '', extension = ''] = FILE.exec(segments.pop() ?? '') ?? []
  const widget = WIDGETS.get(name === 'shields' ? 'svg' : name)
  if (widget === undefined) throw notFound()
  if (extension === 'json' && widget.badge === undefined) throw notFound()
  return {
    place: area === 'widgets' ? placeOfOldForm(segments) : segments,
    widget,
    color: widget.colors.includes(color) ? color : widget.colors[0],
    extension: extension === 'json' ? 'json' : extension === 'png' ? widget.extension : 'svg',
  }
}

function placeOfOldForm([project = '', code = '-', ...component]: readonly string[]): string[] {
  if (code === '-') return [project, ...component]
  return component.length === 0 ? [project, '-', code] : [project, ...component, code]
}
