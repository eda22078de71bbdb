import type { Place } from '../../catalog/place.ts'
import { pathOfPlace } from '../../catalog/place.ts'
import type { CountedFacts } from '../../widgets/facts.ts'
import type { Widget } from '../../widgets/widgets.ts'
import type { Links } from '../links.ts'

interface Snippet {
  /** What the picture says. */
  readonly alt: string
  readonly image: string
  /** Where it leads. */
  readonly page: string
}

/** How a badge is written into other pages, by the name of their language. */
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
  /** `svg-badge`, `multi-blue`. */
  readonly name: string
  readonly place: Place
  readonly facts: CountedFacts
  readonly links: Links
  readonly ref: string | undefined
  /** One of `MARKUPS`. */
  readonly markup: string
}

/** A badge with what to write where it is shown, and a button that copies it. */
export function BadgeFigure({ id, widget, name, place, facts, links, ref, markup }: BadgeProps) {
  const [, color = ''] = name.split('-')
  const svg = String(widget.draw(facts, { color, threshold: 0, base: '' }))
  // How wide it is depends on what only the badge itself counts.
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
