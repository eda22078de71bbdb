import type { Child } from 'hono/jsx'
import {
  kindOfPlace,
  NOWHERE,
  nameOfPlace,
  type Place,
  type PlaceKind,
  pageOfPlace,
  pathOfPlace,
} from '../../catalog/place.ts'
import type { Category } from '../../model/model.ts'
import { SCRIPT, STYLE } from '../assets.ts'
import { MarkSymbols } from '../components/mark.tsx'
import { languageName } from '../language-name.ts'
import type { Area } from '../links.ts'
import type { Framed, PageContent, PartAttributes } from '../page.ts'

/** Parameters that create endless variants of pages, which search engines must not index. */
const UNLISTED = ['ref', 'q', 'base', 'head', 'offset', 'sort_by']

/**
 * Renders a whole page from its `main` element with the footer, and the menu of refs. If scripts are off, a page that
 * awaits a part reloads.
 */
export async function layout(
  request: Framed,
  content: PageContent,
  main: Child,
  menu?: Child,
  isAwaited = false,
): Promise<string> {
  const { links } = request
  const html = (
    <html lang="en">
      {headOf(request, content, isAwaited)}
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <MarkSymbols />
        <header class="top">
          {crumbTrail(content, request)}
          <search class="find">
            <form action={links.to('find/', { ref: undefined })}>
              <label class="vh" for="find">
                Find a project, component, language or person
              </label>
              <input
                id="find"
                name="q"
                type="search"
                placeholder="Find project, language, person"
              />
            </form>
          </search>
          {menu}
        </header>
        {main}
      </body>
    </html>
  )
  return `<!doctype html>${await html.toString()}`
}

/** Renders a page's content between header and footer. */
export function mainOf(request: Framed, content: PageContent, attributes: PartAttributes) {
  const { view, place, siteTitle } = request
  const { title, lead, main, hasTabs = true } = content
  const [, ...places] = namesOf(content, request)
  return (
    <main {...attributes}>
      <div class="head">
        <h1>
          {title}
          {places.length > 0 && <small> – {places.join(' – ')}</small>}
        </h1>
        {lead && <p>{lead}</p>}
      </div>
      {hasTabs && tabs(request, nameOfPlace(view, place, siteTitle))}
      {main}
    </main>
  )
}

/** Returns the name of a page and of its ancestors, the innermost first: `Czech`, `Web site`, `Tidewatch`. */
function namesOf(content: PageContent, request: Framed): string[] {
  const { title } = content
  const places = crumbsIn(content, request).map(({ name }) => name)
  return [title, ...places.reverse().filter((name) => !title.includes(name))]
}

function headOf(request: Framed, content: PageContent, isAwaited: boolean) {
  const { place, links, siteTitle, query } = request
  const { description } = content
  const name = namesOf(content, request)
  const title = (name.length > 1 || name[0] === siteTitle ? name : [...name, siteTitle]).join(' – ')
  const isUnlisted = content.isUnlisted === true || UNLISTED.some((name) => query.has(name))
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {isUnlisted && <meta name="robots" content="noindex" />}
      {isAwaited && (
        <noscript>
          <meta http-equiv="refresh" content="5" />
        </noscript>
      )}
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:image" content={links.picture(place, 'open-graph.png')} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="icon" type="image/svg+xml" href={links.to('favicon.svg', { ref: undefined })} />
      {place.category === undefined &&
        (['atom', 'rss'] as const).map((kind) => (
          <link
            rel="alternate"
            type={`application/${kind}+xml`}
            href={links.to(`exports/${kind}/${pathOfPlace(place)}`)}
          />
        ))}
      {/* Nothing is painted before the end, so tables do not shift. With `itemProp` Hono leaves `blocking` as it is. */}
      <link rel="expect" href="#end" blocking="render" itemProp={undefined} />
      <link rel="stylesheet" href={links.to(STYLE.path, { ref: undefined })} />
      <script src={links.to(SCRIPT.path, { ref: undefined })} defer />
    </head>
  )
}

function crumbTrail(content: PageContent, request: Framed) {
  const { links, siteTitle } = request
  const crumbs = crumbsIn(content, request)
  return (
    <nav aria-label="Where you are">
      <ol class="crumbs">
        <li class="brand">
          <a href={links.to('')} aria-current={crumbs.length === 0 ? 'page' : undefined}>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path fill="currentColor" d="M0 0h7v7H0zM9 0h7v7H9zM0 9h7v7H0z" />
              <path
                fill="none"
                stroke="currentColor"
                stroke-width="1.5"
                d="M9.75 9.75h5.5v5.5h-5.5z"
              />
            </svg>
            {siteTitle}
          </a>
        </li>
        {crumbs.map(({ name, address }, index) => (
          <li>
            {index === crumbs.length - 1 ? (
              <b aria-current="page">{name}</b>
            ) : (
              <a href={address}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Returns the breadcrumbs of a page, by default those of its place. */
function crumbsIn({ crumb: only }: PageContent, { place, links }: Framed) {
  if (only !== undefined) return [{ name: only, address: '' }]
  const { project, category, component, code } = place
  const crumb = (name: string, place: Partial<Place>) => ({
    name,
    address: links.place({ ...NOWHERE, project, ...place }),
  })
  return [
    ...(project === undefined && code !== undefined
      ? [{ name: 'Languages', address: links.to('languages/') }]
      : []),
    ...(project === undefined ? [] : [crumb(project.config.name, {})]),
    ...categoriesTo(category ?? component?.category).map((category) =>
      crumb(category.config.name, { category }),
    ),
    ...(component === undefined ? [] : [crumb(component.config.name, { component })]),
    ...(code === undefined ? [] : [crumb(languageName(code), place)]),
  ]
}

/** Returns a category and its ancestors, the outermost first. */
function categoriesTo(category: Category | undefined): Category[] {
  return category === undefined ? [] : [...categoriesTo(category.parent), category]
}

/** An area of a place; `overview` is the page of the place itself. */
type Tab = 'overview' | 'languages' | Area

const NAMES: Partial<Readonly<Record<Tab, string>>> = {
  overview: 'Overview',
  languages: 'Languages',
  search: 'Strings',
  translate: 'Strings',
  changes: 'Changes',
  checks: 'Checks',
  outdated: 'Outdated',
  compare: 'Compare',
  engage: 'Engage',
  widgets: 'Badges',
}

const HISTORY: readonly Tab[] = ['changes', 'checks', 'outdated']
const SEARCHED: readonly Tab[] = ['overview', 'search', ...HISTORY]
const TRANSLATED: readonly Tab[] = ['overview', 'translate', ...HISTORY]

const TABS: Readonly<Record<PlaceKind, readonly Tab[]>> = {
  site: ['overview', 'languages', 'search', ...HISTORY],
  language: SEARCHED,
  project: [...SEARCHED, 'compare', 'engage', 'widgets'],
  projectLanguage: TRANSLATED,
  category: SEARCHED,
  component: [...SEARCHED, 'compare'],
  translation: TRANSLATED,
}

/** The tabs of areas that have none of their own. */
const TAB_OF: Readonly<Record<string, Tab>> = { commits: 'changes', review: 'compare' }

function tabs({ place, path, links }: Framed, name: string) {
  const tabs = TABS[kindOfPlace(place)]
  const [, area = ''] = path.split('/')
  const isOverview = path === `/${pageOfPlace(place)}`
  const shown = tabs.find((tab) => tab === (TAB_OF[area] ?? area)) ?? (isOverview && 'overview')
  const addressOf = (tab: Tab) => {
    if (tab === 'overview') return links.place(place)
    return tab === 'languages' ? links.to('languages/') : links.area(tab, place)
  }
  return (
    <nav class="tabs" aria-label={name}>
      <ul>
        {tabs.map((tab) => (
          <li>
            <a href={addressOf(tab)} aria-current={tab === shown ? 'page' : undefined}>
              {NAMES[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
