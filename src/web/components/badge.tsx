import { type Place, pathOfPlace } from '../../catalog/place.ts'
import type { CountedFacts } from '../../widgets/facts.ts'
import { WIDGETS } from '../../widgets/widgets.ts'
import type { PageRequest } from '../page.ts'

interface Snippet {
  /** The alternative text of the image. */
  readonly alt: string
  readonly image: string
  /** The URL that the badge links to. */
  readonly page: string
}

/** Renders a badge's markup for embedding, by the name of the markup language. */
export const MARKUPS: Readonly<Record<string, (snippet: Snippet) => string>> = {
  Markdown: ({ alt, image, page }) => `[![${alt.replace(/[[\]\\]/g, '\\$&')}](${image})](${page})`,
  HTML: ({ alt, image, page }) =>
    String(
      <a href={page}>
        <img src={image} alt={alt} />
      </a>,
    ),
  reStructuredText: ({ alt, image, page }) =>
    `.. image:: ${image}\n   :alt: ${alt}\n   :target: ${page}`,
  Address: ({ image }) => image,
}

interface BadgeOptions {
  readonly facts: CountedFacts
  readonly request: PageRequest
  /** The place that the badge is about (default: that of the page). */
  readonly place?: Place
  /** A badge that does not come in this color keeps its own. */
  readonly color?: string
  /** A key of `MARKUPS`. */
  readonly markup?: string
}

/** Shows a badge with the markup that embeds it, and a button to copy the markup. */
export function badgeFigure(
  kind: string,
  { facts, request, place = request.place, color, markup = 'Markdown' }: BadgeOptions,
) {
  const { links, ref } = request
  const widget = WIDGETS.get(kind)!
  const shown = widget.colors.find((name) => name === color) ?? widget.colors[0] ?? ''
  const options = { color: shown, threshold: 0, base: '' }
  const svg = String(widget.draw(facts, options))
  // The badge's width depends on a count that only the badge itself computes.
  const [, width, height] = widget.needsOutdated
    ? []
    : (/width="(\d+)" height="(\d+)"/.exec(svg) ?? [])
  const id = `code-${kind}`
  const drawn = widget.needsOutdated ? undefined : widget.badge?.(facts, options)
  const alt = drawn ? `${drawn.label} ${drawn.value}` : `${widget.summary} of ${facts.name}`
  const path = `widget/${pathOfPlace(place) || '-/-/-/'}${kind}-${shown}.${widget.extension}`
  const end = ref === undefined ? '' : `?ref=${encodeURIComponent(ref)}`
  const page = links.absolute(`engage/${place.project?.config.slug ?? ''}/`)
  const text = MARKUPS[markup]?.({ alt, image: `${links.absolute(path)}${end}`, page })
  return (
    <div class="badge">
      <div class="bar-h">
        <h3>{widget.summary}</h3>
        <button type="button" class="js-on" data-copy={id}>
          Copy {markup}
        </button>
      </div>
      <p>
        <img src={links.to(path)} width={width} height={height} alt={alt} />
      </p>
      <pre id={id}>{text}</pre>
    </div>
  )
}
