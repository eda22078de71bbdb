import type { Translation, View } from '../../catalog/model.ts'
import { encodeSegment, placeOf, translationPlace } from '../../catalog/paths.ts'
import { componentsOf, languagesOf, translationsOf } from '../../catalog/view/view.ts'
import { block, element, writeXml, type XmlTree } from '../../xml/writer.ts'

/** A page that crawlers should know. */
interface Listed {
  /** Path below the server's base URL. */
  readonly path: string
  /** Time of the last change in seconds since 1970. */
  readonly changed: number | undefined
  /** Priority from 0 to 1. */
  readonly priority: number
}

/** The sections of the sitemap, which are those of Weblate. */
const SECTIONS: Readonly<Record<string, (view: View) => Listed[]>> = {
  project: ({ projects }) =>
    projects.map(({ config, components }) => ({
      path: `projects/${config.slug}/`,
      changed: lastChange(translationsOf(components)),
      priority: 0.8,
    })),
  engage: ({ projects }) =>
    projects.map(({ config, components }) => ({
      path: `engage/${config.slug}/`,
      changed: lastChange(translationsOf(components)),
      priority: 1,
    })),
  engagelang: ({ projects }) =>
    projects.flatMap(({ config, components }) =>
      languagesOf(components).map(({ language, translations }) => ({
        path: `engage/${config.slug}/-/${encodeSegment(language.code)}/`,
        changed: lastChange(translations),
        priority: 0.9,
      })),
    ),
  component: (view) =>
    componentsOf(view).map((component) => ({
      path: `projects/${placeOf(component)}/`,
      changed: lastChange(component.translations),
      priority: 0.6,
    })),
  translation: (view) =>
    translationsOf(componentsOf(view)).map((translation) => ({
      path: `projects/${translationPlace(translation)}/`,
      changed: lastChange([translation]),
      priority: 0.2,
    })),
  pages: ({ timestamp: changed }) => [
    { path: '', changed, priority: 1 },
    { path: 'projects/', changed, priority: 0.4 },
    { path: 'languages/', changed, priority: 0.4 },
  ],
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PAGE_SIZE = 50_000

/** Returns the index of the sitemap (https://www.sitemaps.org/protocol.html). */
export function sitemapIndex(view: View, origin: string): string {
  const maps = Object.entries(SECTIONS).flatMap(([name, list]) => {
    const pages = Math.max(1, Math.ceil(list(view).length / PAGE_SIZE))
    return Array.from({ length: pages }, (_, index) => {
      const address = `${origin}/sitemap-${name}.xml${index === 0 ? '' : `?p=${index + 1}`}`
      return element('sitemap', {}, element('loc', {}, address))
    })
  })
  return writeXml(block('sitemapindex', { xmlns: XMLNS }, maps))
}

/** Returns a page of a section, starting at 1; undefined if there is none. */
export function sitemapSection(
  view: View,
  { origin, section, page }: { origin: string; section: string; page: number },
): string | undefined {
  const list = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined
  if (list === undefined) return undefined
  const listed = list(view).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  if (listed.length === 0 && page !== 1) return undefined
  const urls = listed.map((entry) => urlOf(entry, origin))
  return writeXml(block('urlset', { xmlns: XMLNS }, urls))
}

function urlOf({ path, changed, priority }: Listed, origin: string): XmlTree {
  const date = changed && new Date(changed * 1000).toISOString().slice(0, 10)
  return element(
    'url',
    {},
    element('loc', {}, `${origin}/${path}`),
    ...(date ? [element('lastmod', {}, date)] : []),
    element('priority', {}, priority.toFixed(1)),
  )
}

function lastChange(translations: readonly Translation[]): number | undefined {
  const times = translations.flatMap(({ lastChange }) => lastChange?.timestamp ?? [])
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b))
}
