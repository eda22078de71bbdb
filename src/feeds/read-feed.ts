import { findUnit } from '../catalog/find.ts'
import type { Change } from '../catalog/history/changes/change.ts'
import { ACTION_NAMES } from '../catalog/history/changes/step-change.ts'
import type { People } from '../catalog/history/people/people.ts'
import type { Translation, View } from '../catalog/model.ts'
import { translationPlace } from '../catalog/paths.ts'
import { changesAt, findPlace, nameOfPlace, pageOfPlace } from '../catalog/place.ts'
import { checksumText } from '../catalog/unit.ts'
import { selectChanges } from '../http/changes.ts'
import type { ViewRequest } from '../http/views.ts'
import type { AskedFeed } from './address.ts'
import { commitEntries } from './commit-entries.tsx'
import type { Entry, Feed } from './feed.ts'

interface FeedRequest extends ViewRequest {
  readonly siteTitle: string
  /** Maximum number of entries. */
  readonly max: number
  /** Whether an entry stands for a commit instead of a change. */
  readonly isByCommit: boolean
}

/** How many changes of a translation are searched for those of one unit or commit. */
const MAX_SEARCHED = 1000

/**
 * Returns a feed, and whether the same views may soon have more entries. Rejects with 404, or with 400 for a filter.
 */
export async function readFeed(
  address: AskedFeed,
  request: FeedRequest,
): Promise<{ readonly feed: Feed; readonly isTransient: boolean }> {
  const { siteTitle, view, ref, origin, path, search, query, max, isByCommit } = request
  const place = findPlace(view, address.place)
  const unit = address.unit === undefined ? undefined : findUnit(view, address.unit)
  const selected = await selectChanges(request, { query, place: changesAt(place) })
  const size = unit === undefined && !isByCommit ? max : MAX_SEARCHED
  const { changes, isCounted } = await selected.list({ start: 0, size })
  const isWanted = ({ translation, row }: Change) =>
    unit === undefined || (translation === unit.translation && row === unit.row)
  const matching = changes.filter(isWanted)
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
    entries: isByCommit
      ? await commitEntries(matching, unit === undefined ? place : undefined, {
          request,
          max,
          people: selected.people,
        })
      : matching.slice(0, max).map((change) => entryOf(change, context)),
  }
  return { feed, isTransient: changes.length < size && !isCounted }
}

/** What entries contain besides their change. */
interface EntryContext {
  readonly view: View
  readonly people: People
  readonly siteTitle: string
  /** Returns the address of a page, with origin and ref, for its path. */
  readonly page: (path: string) => string
  /** Returns the address of a change in the API, for its id. */
  readonly change: (id: number) => string
}

/**
 * Returns the entry for a change, whose summary has Weblate's wording: `String added in the repository at 2026-11-21
 * 04:05:06+00:00 on Demo/Web — Czech by Jana`.
 */
function entryOf(change: Change, context: EntryContext): Entry {
  const { page, people, view, siteTitle } = context
  const { translation, component, row, seconds, action } = change
  const { project } = component
  const where = { project, category: undefined, component, code: translation?.language.code }
  const link =
    translation === undefined || row === undefined
      ? page(pageOfPlace(where))
      : unitPage(translation, row, page)
  const title = ACTION_NAMES[action]
  const place = nameOfPlace(view, where, siteTitle)
  const author = people.of(component, change.authorCommit).author?.fullName
  const time = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  const summary = `${title} at ${time} on ${place}${author === undefined ? '' : ` by ${author}`}`
  return { id: context.change(change.id), title, link, summary, author, seconds }
}

/** Returns the address of a unit's page. */
function unitPage(translation: Translation, row: number, page: EntryContext['page']): string {
  const path = `translate/${translationPlace(translation)}/`
  return page(`${path}?checksum=${checksumText(translation.units(), row)}`)
}
