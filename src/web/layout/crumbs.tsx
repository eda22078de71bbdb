import { NOWHERE, type Place } from '../../catalog/place.ts'
import type { Category } from '../../model/model.ts'
import { languageName } from '../language-name.ts'
import type { Links } from '../links.ts'
import type { Crumb, Framed } from '../page.ts'

/** Shows the breadcrumbs; the last one is the page itself. */
export function crumbTrail(crumbs: readonly Crumb[], { links, siteTitle }: Framed) {
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
            {address === undefined || index === crumbs.length - 1 ? (
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

/** Returns the breadcrumbs of a place. */
export function crumbsOf(place: Place, links: Links): Crumb[] {
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
