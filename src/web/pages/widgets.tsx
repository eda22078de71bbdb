import { findPlace, NOWHERE, type Place } from '../../catalog/place.ts'
import { compareLanguages } from '../../languages/language.ts'
import type { Project } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { languagesOf } from '../../view/view.ts'
import { type Facts, readFacts } from '../../widgets/facts.ts'
import { WIDGETS } from '../../widgets/widgets.ts'
import { type Choice, listFilter, menu } from '../components/list-page.tsx'
import { pictureOf } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'

const COLORS = ['multi', '88x31'].flatMap((kind) => WIDGETS.get(kind)?.colors ?? [])

/** Shows the badges of a project, component or language, with the markup that embeds them. */
export function widgets(request: PageRequest): PageContent {
  const { view, place, query, siteTitle } = request
  const project = place.project as Project
  const { slug, name } = project.config
  const component = query.get('component') ?? ''
  const language = query.get('language') ?? ''
  const markup = Object.keys(MARKUPS).find((name) => name === query.get('as')) ?? 'Markdown'
  const color = COLORS.find((name) => name === query.get('color')) ?? ''
  const path = component === '' ? [] : component.split('/')
  const shown: Place =
    component === '' && language !== ''
      ? { ...NOWHERE, project, code: language }
      : findPlace(view, [slug, ...path, ...(language === '' ? [] : [language])])
  const facts = readFacts(view, shown, siteTitle)
  const places = project.components.map(
    ({ config }): Choice => [pathInProject(config), config.name],
  )
  const codes = languagesOf(project.components)
    .toSorted((a, b) => compareLanguages(a.language, b.language))
    .map(({ language: { code, name } }): Choice => [code, name])
  const asIs = (name: string): Choice => [name, name]
  const menus: readonly Parameters<typeof menu>[] = [
    ['Of', 'component', component, [['', 'the project'], ...places]],
    ['In', 'language', language, [['', 'all languages'], ...codes]],
    ['As', 'as', markup, Object.keys(MARKUPS).map(asIs)],
    ['Color', 'color', color, [['', 'default'], ...COLORS.map(asIs)]],
  ]
  return {
    title: `Badges of ${name}`,
    lead: `Badges with the state of ${facts.name}, for a README or a web site.`,
    isUnlisted: query.size > 0,
    main: (
      <>
        {listFilter(
          'Choose badges',
          menus.map(([, name]) => name),
          request,
          menus.map((parameters) => menu(...parameters)),
        )}
        <h2 class="vh">All badges</h2>
        {[...WIDGETS.keys()].map((kind) =>
          badgeFigure(kind, { ...request, place: shown }, facts, color, markup),
        )}
      </>
    ),
  }
}

/** Renders a badge's markup for embedding, by the name of the markup language. `page` is what the badge links to. */
const MARKUPS: Readonly<Record<string, (alt: string, image: string, page: string) => string>> = {
  Markdown: (alt, image, page) => `[![${alt.replace(/[[\]\\]/g, '\\$&')}](${image})](${page})`,
  HTML: (alt, image, page) =>
    String(
      <a href={page}>
        <img src={image} alt={alt} />
      </a>,
    ),
  reStructuredText: (alt, image, page) =>
    `.. image:: ${image}\n   :alt: ${alt}\n   :target: ${page}`,
  Address: (_, image) => image,
}

/** Shows a badge of the request's place with the markup that embeds it. Without the color, it keeps its own. */
export function badgeFigure(
  kind: string,
  { links, place }: PageRequest,
  facts: Facts,
  color = '',
  markup = 'Markdown',
) {
  const widget = WIDGETS.get(kind)!
  const shown = widget.colors.find((name) => name === color) ?? widget.colors[0]
  const options = { color: shown, threshold: 0, base: '' }
  const svg = String(widget.draw(facts, options))
  // The badge's width depends on a count that only the badge itself computes.
  const [, width, height] = widget.needsOutdated
    ? []
    : (/width="(\d+)" height="(\d+)"/.exec(svg) ?? [])
  const id = `code-${kind}`
  const drawn = widget.needsOutdated ? undefined : widget.badge?.(facts, options)
  const alt = drawn ? `${drawn.label} ${drawn.value}` : `${widget.summary} of ${facts.name}`
  const file = `${kind}-${shown}.${widget.extension}`
  const page = links.absolute(`engage/${place.project?.config.slug ?? ''}/`)
  return (
    <div class="badge">
      <div class="bar-h">
        <h3>{widget.summary}</h3>
        <button type="button" class="js-on" data-copy={id}>
          Copy {markup}
        </button>
      </div>
      <p>
        <img src={links.to(pictureOf(place, file))} width={width} height={height} alt={alt} />
      </p>
      <pre id={id}>{MARKUPS[markup]?.(alt, links.picture(place, file), page)}</pre>
    </div>
  )
}
