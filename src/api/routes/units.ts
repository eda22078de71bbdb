import { asksForOutdated, type FoundUnits, type SearchOptions } from '../../catalog/search.ts'
import { findLoggedRows } from '../../catalog/search-log.ts'
import { type Searcher, searchOne, searchView } from '../../catalog/search-units.ts'
import { unitRowsWork } from '../../catalog/unit-rows.ts'
import { QueryError } from '../../errors.ts'
import { findOutdatedRows } from '../../history/states/outdated.ts'
import { HttpError, invalid } from '../../http/http-error.ts'
import { refuseUnknown } from '../../http/refuse-unknown.ts'
import type { Component, Translation } from '../../model/model.ts'
import type { Need } from '../../model/readiness.ts'
import { createUnitPlaces } from '../../reading/unit-places.ts'
import { logTermsOf } from '../../search/log-term.ts'
import { type FoundUnit, findUnit, unitWithId } from '../../view/find.ts'
import { repowebLink, unitEditLink } from '../../view/repoweb.ts'
import { translationsOf as allTranslationsOf, componentsOf } from '../../view/view.ts'
import {
  type AddressedRequest,
  type ApiRequest,
  type Endpoints,
  ITEM,
  LIST,
  paged,
  readTranslationOf,
  whole,
} from '../endpoint.ts'
import { LARGE_PAGES, listing } from '../pagination.ts'
import { JsonList } from '../rendering/json.ts'
import { PLACE, UNIT } from '../resources/unit.ts'
import { Q } from '../schema/parameters.ts'
import { arrayOf } from '../schema/schema.ts'

export const unitEndpoints: Endpoints = {
  // Ordered by id.
  '/units': paged(UNIT, {
    summary: 'All units.',
    needs: searchNeeds,
    needsJob: needsHistory,
    query: [Q],
    formats: ['ndjson'],
    limits: LARGE_PAGES,
    async get(request) {
      const { view } = request
      // The history of an unreadable component may be known.
      refuseUnknown(componentsOf(view), 'units')
      const translations = allTranslationsOf(componentsOf(view))
      const units = await search(translations, request, (options, searcher) =>
        searchView(view, options, searcher),
      )
      return listingOf(units, request)
    },
  }),
  // Ordered by position.
  '/translations/:project/:component/:language/units': paged(UNIT, {
    summary: 'Units of a translation.',
    needs: searchNeeds,
    needsJob: needsHistory,
    allow: LIST,
    query: [Q],
    formats: ['ndjson'],
    get: async (request) =>
      listingOf(await foundUnits(readTranslationOf(request), request), request),
  }),
  '/units/:id': whole(UNIT, {
    summary: 'A unit.',
    needs: 'units',
    about: componentsOfUnit,
    allow: ITEM,
    get(request) {
      const { translation, row } = unitOf(request)
      return { json: shownUnit(translation, row, request) }
    },
  }),
  '/units/:id/translations': whole(arrayOf(UNIT), {
    summary: 'The translations of a source unit.',
    needs: 'units',
    about: componentsOfUnit,
    async get(request) {
      const { translation, row } = unitOf(request)
      if (!translation.isSource) {
        const detail = 'Specified unit id is not a translation source unit.'
        throw new HttpError(400, 'not-a-source-unit', detail)
      }
      return { json: await translationsOf(translation, row, request) }
    },
  }),
  '/units/:id/place': whole(PLACE, {
    summary: 'File and line of a unit at the shown commit.',
    needs: 'units',
    about: componentsOfUnit,
    isOwn: true,
    async get(request) {
      const { translation, row } = unitOf(request)
      const { component } = translation
      const { readFile, engine } = request.catalog
      const place = await createUnitPlaces(readFile, engine)(translation, row)
      const shown = place && repowebLink(component, place)
      const edited = unitEditLink(translation, row, place)
      return { json: PLACE.json(place, shown, edited) }
    },
  }),
}

/** Returns the translations of a source unit into all other languages, of which there may be thousands. */
async function translationsOf(source: Translation, row: number, request: ApiRequest) {
  const { catalog, client, signal } = request
  const { component } = source
  const others = component.translations.filter((translation) => translation !== source)
  const parts = [{ component, translations: [source, ...others] }]
  const rows = await catalog.askAbout(unitRowsWork, parts, { row }, { client, signal })
  const units = others.flatMap((translation, place) => {
    const unitRow = rows[place] ?? -1
    return unitRow < 0 ? [] : [{ translation, row: unitRow }]
  })
  return listing(units, (unit) => shownUnit(unit.translation, unit.row, request))
}

/** Returns the units of a translation that match `q`, ordered by position; all without `q`. Throws 400. */
export function foundUnits(translation: Translation, request: ApiRequest): Promise<FoundUnits> {
  return search([translation], request, (options, searcher) =>
    searchOne(translation, options, searcher),
  )
}

/** Returns what must have been read before a search. */
export function searchNeeds(query: URLSearchParams): Need {
  return needsHistory(query) ? 'history' : 'units'
}

/** Returns whether a search asks for outdated strings or for changes, which can take long to find. */
function needsHistory(query: URLSearchParams): boolean {
  const q = query.get('q')
  return q ? asksForOutdated(q) || logTermsOf(q).length > 0 : false
}

/** Searches translations for `q` by `find`. Throws 400 for an invalid query. */
async function search(
  translations: readonly Translation[],
  request: ApiRequest,
  find: (options: SearchOptions, searcher: Searcher) => Promise<FoundUnits>,
): Promise<FoundUnits> {
  const { catalog, view, client, signal } = request
  const { askAbout, historyOf } = catalog
  const query = request.query.get('q') ?? ''
  const now = Date.now()
  if (query === '') return find({ query, now }, { askAbout, client, signal })
  try {
    const outdated = asksForOutdated(query)
      ? await findOutdatedRows(translations, historyOf, request)
      : undefined
    const logged = await findLoggedRows({ view, translations, query, now }, catalog, request)
    return await find({ query, now, outdated, logged }, { askAbout, client, signal })
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    const { code, message } = error
    throw invalid(code === 'timeout' ? message : `Could not parse query string: ${message}`, 'q')
  }
}

function listingOf(units: FoundUnits, request: ApiRequest) {
  return new JsonList(units.count, (index) => {
    const { translation, row } = units.unit(index)
    return shownUnit(translation, row, request)
  })
}

/** Returns a unit. Times that are not known yet appear in a later view. */
function shownUnit(translation: Translation, row: number, { catalog, links }: ApiRequest) {
  const { component } = translation
  if (component.times === undefined) catalog.wantTimes(component)
  return UNIT.json(translation, row, links)
}

/** Returns the component of the unit that the address names; all if none that has been read contains it. */
export function componentsOfUnit({ view, param }: AddressedRequest): readonly Component[] {
  const unit = unitWithId(view, param('id'))
  return unit === undefined ? componentsOf(view) : [unit.translation.component]
}

/** Returns the unit that the address names. */
export function unitOf({ view, param }: ApiRequest): FoundUnit {
  return findUnit(view, param('id'))
}
