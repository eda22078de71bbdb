import type { Translation, View } from '../../model/model.ts'
import { encodeSegment, placeOf, translationPlace } from '../../model/paths.ts'
import { lastChangeOf } from '../../view/last-change.ts'
import { componentsOf, languagesOf, translationsOf } from '../../view/view.ts'
import { block, element, writeXml, type XmlTree } from '../../xml/writer.ts'

/** A page: its path below the server's base URL, its priority from 0 to 1, and the time of its last change. */
type Listed = readonly [path: string, priority: number, changed: number | undefined]

/** The sections of the sitemap, which are those of Weblate. */
const SECTIONS: Readonly<Record<string, (view: View) => Listed[]>> = {
  project: ({ projects }) =>
    projects.map(({ config, components }) =>
      listed(`projects/${config.slug}/`, 0.8, translationsOf(components)),
    ),
  engage: ({ projects }) =>
    projects.map(({ config, components }) =>
      listed(`engage/${config.slug}/`, 1, translationsOf(components)),
    ),
  engagelang: ({ projects }) =>
    projects.flatMap(({ config, components }) =>
      languagesOf(components).map(({ language: { code }, translations }) =>
        listed(`engage/${config.slug}/-/${encodeSegment(code)}/`, 0.9, translations),
      ),
    ),
  component: (view) =>
    componentsOf(view).map((component) =>
      listed(`projects/${placeOf(component)}/`, 0.6, component.translations),
    ),
  translation: (view) =>
    translationsOf(componentsOf(view)).map((translation) =>
      listed(`projects/${translationPlace(translation)}/`, 0.2, [translation]),
    ),
  pages: ({ timestamp }) => [
    ['', 1, timestamp],
    ['projects/', 0.4, timestamp],
    ['languages/', 0.4, timestamp],
  ],
}

function listed(path: string, priority: number, translations: readonly Translation[]): Listed {
  return [path, priority, lastChangeOf(translations)]
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

function urlOf([path, priority, changed]: Listed, origin: string): XmlTree {
  const date = changed && new Date(changed * 1000).toISOString().slice(0, 10)
  return element(
    'url',
    {},
    element('loc', {}, `${origin}/${path}`),
    ...(date ? [element('lastmod', {}, date)] : []),
    element('priority', {}, priority.toFixed(1)),
  )
}
