import { type FoundUnit, findUnit } from '../../catalog/find.ts'
import type { Translation } from '../../catalog/model.ts'
import {
  type FoundUnits,
  QueryError,
  type SearchOptions,
  searchTranslation,
  searchView,
} from '../../catalog/search.ts'
import { findRow } from '../../catalog/unit.ts'
import { HttpError, invalid } from '../../http/http-error.ts'
import { type Answer, type ApiRequest, pageOf, translationOf } from '../endpoint.ts'
import { LARGE_PAGES, type Listing } from '../pagination.ts'
import type { Json } from '../rendering/json.ts'
import { unitResource } from '../resources/unit.ts'

/** All units, or those that `q` finds, ordered by id. */
export function listUnits(request: ApiRequest): Answer {
  const found = search((options) => searchView(request.view, options), request)
  return pageOf(request, listingOf(found, request), LARGE_PAGES)
}

/** The units of a translation, or those that `q` finds, ordered by position. */
export function listTranslationUnits(request: ApiRequest): Answer {
  return pageOf(request, listingOf(foundUnits(translationOf(request), request), request))
}

/** The units of a translation that `q` finds, ordered by position; without `q` all. Throws 400. */
export function foundUnits(translation: Translation, request: ApiRequest): FoundUnits {
  return search((options) => searchTranslation(translation, options), request)
}

function search(
  find: (options: SearchOptions) => FoundUnits,
  { query, catalog }: ApiRequest,
): FoundUnits {
  try {
    const { wantTimes } = catalog
    return find({ query: query.get('q') ?? '', now: Date.now(), wantTimes })
  } catch (error) {
    // Here a mistake in the query becomes an answer.
    if (!(error instanceof QueryError)) throw error
    throw invalid(`Could not parse query string: ${error.message}`, 'q')
  }
}

function listingOf(found: FoundUnits, request: ApiRequest): Listing {
  return {
    count: found.count,
    item(index) {
      const { translation, row } = found.unit(index)
      return shownUnit(translation, row, request)
    },
  }
}

/** `units/{id}/` */
export function showUnit(request: ApiRequest): Answer {
  const { translation, row } = unitOf(request)
  return { json: shownUnit(translation, row, request) }
}

/** The same string in all other languages: a bare array. Throws 400 for a unit that is not of the source language. */
export function listUnitTranslations(request: ApiRequest): Answer {
  const { translation, row } = unitOf(request)
  if (!translation.isSource) {
    const detail = 'Specified unit id is not a translation source unit.'
    throw new HttpError(400, 'not-a-source-unit', detail)
  }
  const others = translation.component.translations.filter((one) => one !== translation)
  return {
    json: others.flatMap((other) => {
      const found = findRow(other.units.table, translation.units.table, row)
      return found === undefined ? [] : [shownUnit(other, found, request)]
    }),
  }
}

/** A unit; its times come with a later view where they are not known yet. */
function shownUnit(translation: Translation, row: number, { catalog, links }: ApiRequest): Json {
  const { component } = translation
  if (component.times === undefined) catalog.wantTimes(component)
  return unitResource(translation, row, links)
}

/** The unit of the address. */
export function unitOf({ view, param }: ApiRequest): FoundUnit {
  return findUnit(view, param('id'))
}
