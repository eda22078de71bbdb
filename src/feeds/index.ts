import { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import type { View } from '../catalog/model.ts'
import { componentsAt, findPlace } from '../catalog/place.ts'
import { crossOriginHeaders } from '../http/cross-origin.ts'
import { type HttpEnv, withParameters } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import { parseFeedPath } from './address.ts'
import { writeAtom } from './atom.ts'
import { updatedAt } from './feed.ts'
import { readFeed } from './read-feed.ts'
import { writeRss } from './rss.ts'

interface FeedsOptions {
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly serveKnown: ServeKnown
}

/** How a feed is written, by the word in its address; Weblate's has ten entries. */
const KINDS = {
  rss: { max: 10, type: 'application/rss+xml; charset=utf-8', write: writeRss },
  atom: { max: 50, type: 'application/atom+xml; charset=utf-8', write: writeAtom },
} as const

/** The filters of lists of changes. */
const PARAMETERS = ['action', 'timestamp_after', 'timestamp_before', 'user']

/**
 * What happened lately, as RSS at Weblate's addresses and as Atom: `/exports/rss/PLACE/`, `/exports/atom/PLACE/`, with the
 * filters of lists of changes.
 */
export function createFeeds(options: FeedsOptions): Hono<HttpEnv> {
  const feeds = new Hono<HttpEnv>()
  for (const [kind, { max, type, write }] of Object.entries(KINDS)) {
    feeds.on(
      'GET',
      [`/exports/${kind}`, `/exports/${kind}.xml`, `/exports/${kind}/*`],
      ({ env }) => {
        const info = withParameters(env.info, PARAMETERS)
        const asked = parseFeedPath(info.path)
        const about = (view: View) => componentsAt(view, findPlace(view, asked.place))
        const known = { needs: 'history', about } as const
        return options.serveKnown(info, known, async (views, signal) => {
          const request = { ...options, catalog: views.catalog, info, views, max, signal }
          const { feed, isTransient } = await readFeed(asked, request)
          const headers = {
            'Content-Type': type,
            'Last-Modified': new Date(updatedAt(feed) * 1000).toUTCString(),
            ...crossOriginHeaders(info),
            'X-Content-Type-Options': 'nosniff',
          }
          return { body: Buffer.from(write(feed)), headers, isTransient }
        })
      },
    )
  }
  return feeds
}
