import { element, writeXml, type XmlTree } from '../xml/writer.ts'
import { type Entry, type Feed, updatedAt } from './feed.ts'

const NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** RSS 2.0 as Weblate has it (https://www.rssboard.org/rss-specification). */
export function writeRss(feed: Feed): string {
  const { title, self, page, entries } = feed
  const channel = element(
    'channel',
    {},
    element('title', {}, title),
    element('link', {}, page),
    element('description', {}, `${title}.`),
    element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
    element('language', {}, 'en'),
    element('lastBuildDate', {}, rfc822(updatedAt(feed))),
    ...entries.map(itemOf),
  )
  return writeXml(element('rss', NAMESPACES, channel), { selfClosing: ['atom:link'] })
}

function itemOf({ id, title, link, summary, author, seconds }: Entry): XmlTree {
  return element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, link),
    element('description', {}, summary),
    ...(author === undefined ? [] : [element('dc:creator', {}, author)]),
    element('pubDate', {}, rfc822(seconds)),
    element('guid', { isPermaLink: 'true' }, id),
  )
}

/** `Sat, 21 Nov 2026 04:22:55 +0000` */
function rfc822(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')
}
