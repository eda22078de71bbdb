import { type Place, pathOfPlace } from '../../catalog/place.ts'
import type { CountedFacts } from '../../widgets/facts.ts'
import type { Widget } from '../../widgets/widgets.ts'
import type { Links } from '../links.ts'

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

interface BadgeProps {
  readonly id: string
  readonly widget: Widget
  /** The name of the badge and its color: `svg-badge`, `multi-blue`. */
  readonly name: string
  readonly place: Place
  readonly facts: CountedFacts
  readonly links: Links
  readonly ref: string | undefined
  /** A key of `MARKUPS`. */
  readonly markup: string
}

/** Shows a badge with the markup that embeds it, and a button to copy the markup. */
export function BadgeFigure({ id, widget, name, place, facts, links, ref, markup }: BadgeProps) {
  const [, color = ''] = name.split('-')
  const svg = String(widget.draw(facts, { color, threshold: 0, base: '' }))
  // The badge's width depends on a count that only the badge itself computes.
  const [, width, height] = widget.needsOutdated
    ? []
    : (/width="(\d+)" height="(\d+)"/.exec(svg) ?? [])
  const alt = altOf(widget, facts)
  const path = `widget/${pathOfPlace(place) || '-/-/-/'}${name}.${widget.extension}`
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

function altOf({ badge, summary, needsOutdated }: Widget, facts: CountedFacts): string {
  const options = { color: '', threshold: 0, base: '' }
  const drawn = needsOutdated ? undefined : badge?.(facts, options)
  return drawn === undefined ? `${summary} of ${facts.name}` : `${drawn.label} ${drawn.value}`
}
