import type { Catalog } from '../catalog/catalog.ts'
import { findUnit } from '../catalog/find.ts'
import type { Change } from '../catalog/history/changes/change.ts'
import { changesAt, findPlace, nameOfPlace, pageOfPlace } from '../catalog/place.ts'
import { selectChanges } from '../http/changes.ts'
import type { RequestInfo } from '../http/request-info.ts'
import type { RequestViews } from '../http/views.ts'
import type { AskedFeed } from './address.ts'
import { type EntryContext, entryOf, unitPage } from './changes.ts'
import type { Feed } from './feed.ts'

interface FeedRequest {
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly info: RequestInfo
  readonly views: RequestViews
  /** How many entries, at most. */
  readonly max: number
  readonly signal: AbortSignal
}

/** Of the changes of a translation, in which those of one unit are looked for. */
const MAX_SEARCHED = 1000

/** A feed, and whether the same views may soon have more for it. Rejects with 404, and with 400 for a filter. */
export async function readFeed(
  asked: AskedFeed,
  { catalog, siteTitle, info, views, max, signal }: FeedRequest,
): Promise<{ readonly feed: Feed; readonly isTransient: boolean }> {
  const { origin, path, search, query } = info
  const { view, ref } = views
  const place = findPlace(view, asked.place)
  const unit = asked.unit === undefined ? undefined : findUnit(view, asked.unit)
  const selected = await selectChanges(
    { catalog, view, signal },
    { query, place: changesAt(place) },
  )
  const size = unit === undefined ? max : MAX_SEARCHED
  const { changes, isCounted } = await selected.list({ start: 0, size })
  const isWanted = ({ translation, row }: Change) =>
    unit === undefined || (translation === unit.translation && row === unit.row)
  const end = ref === undefined ? '' : `ref=${encodeURIComponent(ref)}`
  const context: EntryContext = {
    view,
    siteTitle,
    people: selected.people,
    page: (page) => `${origin}/${page}${end && (page.includes('?') ? '&' : '?')}${end}`,
    change: (id) => `${origin}/api/changes/${id}/${end && '?'}${end}`,
  }
  const isSite = place.project === undefined && place.code === undefined
  const name = nameOfPlace(view, place, siteTitle)
  const feed = {
    title: `Recent changes ${isSite ? 'on' : 'in'} ${name}`,
    site: siteTitle,
    self: `${origin}${path}${search}`,
    page:
      unit === undefined
        ? context.page(pageOfPlace(place))
        : unitPage(unit.translation, unit.row, context.page),
    entries: changes
      .filter(isWanted)
      .slice(0, max)
      .map((change) => entryOf(change, context)),
  }
  return { feed, isTransient: changes.length < size && !isCounted }
}
