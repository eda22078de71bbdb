import { element, writeXml, type XmlTree } from '../xml/writer.ts'
import { type Entry, type Feed, updatedAt } from './feed.ts'

/** Atom 1.0 (RFC 4287). */
export function writeAtom(feed: Feed): string {
  const { title, site, self, page, entries } = feed
  return writeXml(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
      element('id', {}, self),
      element('title', {}, title),
      element('updated', {}, rfc3339(updatedAt(feed))),
      element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: page }),
      person(site),
      ...entries.map(entryOf),
    ),
    { selfClosing: ['link'] },
  )
}

function entryOf({ id, title, place, link, summary, author, seconds }: Entry): XmlTree {
  return element(
    'entry',
    {},
    element('id', {}, id),
    element('title', {}, `${title}: ${place}`),
    element('updated', {}, rfc3339(seconds)),
    element('link', { rel: 'alternate', type: 'text/html', href: link }),
    ...(author === undefined ? [] : [person(author)]),
    element('summary', {}, summary),
  )
}

function person(name: string): XmlTree {
  return element('author', {}, element('name', {}, name))
}

/** `2026-11-21T04:22:55Z` */
function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}
