import { Hono } from 'hono'
import { decode } from '../address.ts'
import { componentsAt, findPlace } from '../catalog/place.ts'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { type HttpEnv, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { View } from '../model/model.ts'
import { element, writeXml, type XmlTree } from '../xml/writer.ts'
import { type Entry, type Feed, readFeed } from './read-feed.tsx'

const NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** Writes RSS 2.0 with Weblate's elements (https://www.rssboard.org/rss-specification). */
function writeRss(feed: Feed): string {
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

/** Returns the time of the newest entry in seconds since 1970; 0 if there is none. */
function updatedAt({ entries: [newest] }: Feed): number {
  return newest?.seconds ?? 0
}

/** Formats `Sat, 21 Nov 2026 04:22:55 +0000`. */
function rfc822(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')
}

/** Formats of feeds, by the word in their address. Like Weblate's, an RSS feed has ten entries, one per change. */
const KINDS = {
  rss: { max: 10, isByCommit: false, type: 'application/rss+xml', write: writeRss },
  atom: { max: 50, isByCommit: true, type: 'application/atom+xml', write: writeAtom },
} as const

/** Filters, the same as for lists of changes. */
const PARAMETERS = ['action', 'timestamp_after', 'timestamp_before', 'user']

/**
 * Serves recent events: one per change as RSS at Weblate's addresses (`/exports/rss/PLACE/`), and one per commit as
 * Atom (`/exports/atom/PLACE/`). Supports the filters of lists of changes.
 */
export function createFeeds(serveKnown: ServeKnown, siteTitle: string): Hono<HttpEnv> {
  const feeds = new Hono<HttpEnv>()
  for (const [kind, { max, isByCommit, type, write }] of Object.entries(KINDS)) {
    feeds.on(
      'GET',
      [`/exports/${kind}`, `/exports/${kind}.xml`, `/exports/${kind}/*`],
      ({ env }) => {
        const info = withParameters(env.info, PARAMETERS)
        const address = parseFeedPath(info.path)
        const about = (view: View) => componentsAt(view, findPlace(view, address.place))
        const awaited = { needs: 'history', about } as const
        return serveKnown(info, awaited, async (request) => {
          const feed = await readFeed(address, { ...request, siteTitle, max, isByCommit })
          const headers = {
            'Content-Type': `${type}; charset=utf-8`,
            'Last-Modified': new Date(updatedAt(feed) * 1000).toUTCString(),
            ...crossOriginHeaders(info),
            'X-Content-Type-Options': 'nosniff',
          }
          return { body: Buffer.from(write(feed)), headers }
        })
      },
    )
  }
  return feeds
}

/**
 * Returns the segments of a place, see `findPlace`, and the id of a unit in it. Parses the path of a feed:
 * `/exports/rss/PLACE/`, `/exports/rss/P/C/LANGUAGE/ID/` for a unit, or the older `/exports/rss/language/CODE/`. A
 * final `.xml` makes no difference, since static files need an extension.
 */
function parseFeedPath(path: string) {
  const [, , , ...words] = path.replace(/\.xml$/, '').split('/')
  const segments = words.filter(Boolean).map(decode)
  const [first, code, ...others] = segments
  if (first === 'language' && code !== undefined && others.length === 0) {
    return { place: ['-', '-', code], unit: undefined }
  }
  const last = segments.at(-1) ?? ''
  if (segments.length < 4 || !/^[0-9]+$/.test(last)) return { place: segments, unit: undefined }
  return { place: segments.slice(0, -1), unit: last }
}

/** Writes Atom 1.0 (RFC 4287). */
function writeAtom(feed: Feed): string {
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

function entryOf({ id, title, link, summary, html, author, seconds }: Entry): XmlTree {
  return element(
    'entry',
    {},
    element('id', {}, id),
    element('title', {}, title),
    element('updated', {}, rfc3339(seconds)),
    element('link', { rel: 'alternate', type: 'text/html', href: link }),
    ...(author === undefined ? [] : [person(author)]),
    element('summary', {}, summary),
    ...(html === undefined ? [] : [element('content', { type: 'html' }, html)]),
  )
}

function person(name: string): XmlTree {
  return element('author', {}, element('name', {}, name))
}

/** Formats `2026-11-21T04:22:55Z`. */
function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}
