import { changesAt, findPlace, nameOfPlace, pageOfPlace } from '../catalog/place.ts'
import type { Change } from '../history/changes/change.ts'
import type { People } from '../history/people/people.ts'
import { selectChanges } from '../http/select-changes.ts'
import type { ViewRequest } from '../http/views.ts'
import type { Translation } from '../model/model.ts'
import { translationPlace } from '../model/paths.ts'
import { checksumText } from '../model/unit.ts'
import { ACTION_NAMES } from '../search/action.ts'
import { findUnit } from '../view/find.ts'
import { commitEntries } from './commit-entries.tsx'
import type { AskedFeed, Entry, Feed } from './feed.ts'

interface FeedRequest extends ViewRequest {
  readonly siteTitle: string
  /** Maximum number of entries. */
  readonly max: number
  /** Whether an entry stands for a commit instead of a change. */
  readonly isByCommit: boolean
}

/** How many changes of a translation are searched for those of one unit or commit. */
const MAX_SEARCHED = 1000

/** Returns a feed. Rejects with 404, or with 400 for a filter. */
export async function readFeed(address: AskedFeed, request: FeedRequest): Promise<Feed> {
  const { siteTitle, view, origin, path, search, max, isByCommit } = request
  const place = findPlace(view, address.place)
  const unit = address.unit === undefined ? undefined : findUnit(view, address.unit)
  const { people, list } = await selectChanges(request, changesAt(place))
  const size = unit === undefined && !isByCommit ? max : MAX_SEARCHED
  const { changes } = await list({ start: 0, size })
  const isWanted = ({ translation, row }: Change) =>
    unit === undefined || (translation === unit.translation && row === unit.row)
  const matching = changes.filter(isWanted)
  const isSite = place.project === undefined && place.code === undefined
  return {
    title: `Recent changes ${isSite ? 'on' : 'in'} ${nameOfPlace(view, place, siteTitle)}`,
    site: siteTitle,
    self: `${origin}${path}${search}`,
    page: addressOf(unit === undefined ? pageOfPlace(place) : unitPath(unit), request),
    entries: isByCommit
      ? await commitEntries(matching, unit === undefined ? place : undefined, {
          request,
          max,
          people,
        })
      : matching.slice(0, max).map((change) => entryOf(change, people, request)),
  }
}

/**
 * Returns the entry for a change, whose summary has Weblate's wording: `String added in the repository at 2026-11-21
 * 04:05:06+00:00 on Demo/Web — Czech by Jana`.
 */
function entryOf(change: Change, people: People, request: FeedRequest): Entry {
  const { translation, component, row, seconds, action } = change
  const { project } = component
  const where = { project, category: undefined, component, code: translation?.language.code }
  const isOfUnit = translation !== undefined && row !== undefined
  const title = ACTION_NAMES[action]
  const place = nameOfPlace(request.view, where, request.siteTitle)
  const author = people.of(component, change.authorCommit).author?.fullName
  const time = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  return {
    ...{ title, author, seconds },
    id: addressOf(`api/changes/${change.id}/`, request),
    link: addressOf(isOfUnit ? unitPath({ translation, row }) : pageOfPlace(where), request),
    summary: `${title} at ${time} on ${place}${author === undefined ? '' : ` by ${author}`}`,
  }
}

function addressOf(path: string, { origin, ref }: FeedRequest): string {
  if (ref === undefined) return `${origin}/${path}`
  return `${origin}/${path}${path.includes('?') ? '&' : '?'}ref=${encodeURIComponent(ref)}`
}

function unitPath({ translation, row }: { translation: Translation; row: number }): string {
  const checksum = checksumText(translation.units(), row)
  return `translate/${translationPlace(translation)}/?checksum=${checksum}`
}
