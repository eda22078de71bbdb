import { type FoundUnit, findUnit, unitWithId } from '../../catalog/find.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import {
  type FoundUnits,
  QueryError,
  type SearchOptions,
  searchTranslation,
  searchView,
} from '../../catalog/search.ts'
import { findRow } from '../../catalog/unit.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { HttpError, invalid } from '../../http/http-error.ts'
import { runYielding } from '../../run-yielding.ts'
import { paged, whole } from '../define.ts'
import {
  type ApiRequest,
  type Asked,
  type Endpoints,
  ITEM,
  LIST,
  translationOf,
} from '../endpoint.ts'
import { LARGE_PAGES, type Listing } from '../pagination.ts'
import { UNIT, unitResource } from '../resources/unit.ts'
import { Q } from '../schema/parameters.ts'
import { arrayOf, type JsonOf } from '../schema/schema.ts'

export const unitEndpoints: Endpoints = {
  // Ordered by id.
  '/units': paged(UNIT, {
    name: 'Unit List',
    summary: 'All units.',
    needs: 'units',
    query: [Q],
    hasNdjson: true,
    limits: LARGE_PAGES,
    async get(request) {
      const found = await parsing(() =>
        runYielding(searchView(request.view, searchOptions(request))),
      )
      return listingOf(found, request)
    },
  }),
  // Ordered by position.
  '/translations/:project/:component/:language/units': paged(UNIT, {
    name: 'Units',
    summary: 'Units of a translation.',
    needs: 'units',
    allow: LIST,
    query: [Q],
    hasNdjson: true,
    get: async (request) => listingOf(await foundUnits(translationOf(request), request), request),
  }),
  '/units/:id': whole(UNIT, {
    name: 'Unit Instance',
    summary: 'A unit.',
    needs: 'units',
    about: unitSubjects,
    allow: ITEM,
    get(request) {
      const { translation, row } = unitOf(request)
      return { json: shownUnit(translation, row, request) }
    },
  }),
  '/units/:id/translations': whole(arrayOf(UNIT), {
    name: 'Translations',
    summary: 'A source unit in all other languages.',
    needs: 'units',
    about: unitSubjects,
    async get(request) {
      const { translation, row } = unitOf(request)
      if (!translation.isSource) {
        const detail = 'Specified unit id is not a translation source unit.'
        throw new HttpError(400, 'not-a-source-unit', detail)
      }
      return { json: await runYielding(translationsOf(translation, row, request), request.signal) }
    },
  }),
}

/** A source unit in all other languages, of which there may be thousands. */
function* translationsOf(
  source: Translation,
  row: number,
  request: ApiRequest,
): Generator<void, JsonOf<typeof UNIT>[]> {
  const found: JsonOf<typeof UNIT>[] = []
  for (const other of source.component.translations) {
    yield
    if (other === source) continue
    const own = findRow(other.units().table, source.units().table, row)
    if (own !== undefined) found.push(shownUnit(other, own, request))
  }
  return found
}

/** The units of a translation that `q` finds, ordered by position; without `q` all. Throws 400. */
export function foundUnits(translation: Translation, request: ApiRequest): Promise<FoundUnits> {
  return parsing(() => searchTranslation(translation, searchOptions(request)))
}

function searchOptions({ query, catalog: { wantTimes } }: ApiRequest): SearchOptions {
  return { query: Q.read(query), now: Date.now(), wantTimes }
}

async function parsing(find: () => FoundUnits | Promise<FoundUnits>): Promise<FoundUnits> {
  try {
    return await find()
  } catch (error) {
    // Here a mistake in the query becomes an answer.
    if (!(error instanceof QueryError)) throw error
    throw invalid(`Could not parse query string: ${error.message}`, 'q')
  }
}

function listingOf(found: FoundUnits, request: ApiRequest): Listing<JsonOf<typeof UNIT>> {
  return {
    count: found.count,
    item(index) {
      const { translation, row } = found.unit(index)
      return shownUnit(translation, row, request)
    },
  }
}

/** A unit; its times come with a later view where they are not known yet. */
function shownUnit(
  translation: Translation,
  row: number,
  { catalog, links }: ApiRequest,
): JsonOf<typeof UNIT> {
  const { component } = translation
  if (component.times === undefined) catalog.wantTimes(component)
  return unitResource(translation, row, links)
}

/** The component of the unit of the address; all where none that was read has it. */
export function unitSubjects({ view, param }: Asked): readonly Component[] {
  const found = unitWithId(view, param('id'))
  return found === undefined ? componentsOf(view) : [found.translation.component]
}

/** The unit of the address. */
export function unitOf({ view, param }: ApiRequest): FoundUnit {
  return findUnit(view, param('id'))
}
