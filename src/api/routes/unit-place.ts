import { unitEditLink } from '../../catalog/edit-link.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { createUnitPlaces } from '../../catalog/unit-places.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { PLACE, placeResource } from '../resources/place.ts'
import { componentsOfUnit, unitOf } from './units.ts'

export const unitPlaceEndpoints: Endpoints = {
  '/units/:id/place': whole(PLACE, {
    name: 'Place',
    summary: 'Where a unit is written: file and line at the shown commit.',
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
      return { json: placeResource(place, { shown, edited }) }
    },
  }),
}
