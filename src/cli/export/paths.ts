import type { View } from '../../catalog/model.ts'
import { encodeSegment, placeOf, translationPlace } from '../../catalog/paths.ts'
import { componentsOf, languagesOf, translationsOf } from '../../catalog/view/view.ts'

/** Addresses that a crawl begins with: those that links may not lead to, such as badges that other sites embed. */
export function pathsOf(view: View, ref: string | undefined): string[] {
  const end = ref === undefined ? '' : `?ref=${encodeURIComponent(ref)}`
  const translations = translationsOf(componentsOf(view))
  const badges = [
    ...placesOf(view).flatMap((place) => badgesOf(place, WIDE)),
    ...translations.map(translationPlace).flatMap((place) => badgesOf(place, NARROW)),
  ]
  return ['/', ...badges, ...feedsOf(view)].map((path) => `${path}${end}`)
}

/** What browsers and robots ask of a site. */
export const SITE_FILES: readonly string[] = [
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.svg',
  '/site.webmanifest',
]

const NARROW = ['svg-badge.svg', 'svg-badge.json']
const WIDE = [...NARROW, 'language-badge.svg', 'language-badge.json', 'multi-auto.svg']

function badgesOf(place: string, files: readonly string[]): string[] {
  return files.map((file) => `/widget/${place}/${file}`)
}

function feedsOf(view: View): string[] {
  const places = placesOf(view).map((place) => (place === SITE ? '' : `${place}/`))
  return places.flatMap((place) => [`/exports/rss/${place}`, `/exports/atom/${place}`])
}

const SITE = '-/-/-'

/** The server, projects, their languages, and components. */
function placesOf(view: View): string[] {
  return [
    SITE,
    ...view.projects.flatMap(({ config: { slug }, components }) => [
      slug,
      ...languagesOf(components).map(({ language }) => `${slug}/-/${encodeSegment(language.code)}`),
    ]),
    ...componentsOf(view).map(placeOf),
  ]
}
