import type { Translation } from '../../catalog/model.ts'
import { findRow } from '../../catalog/unit.ts'
import { findUnit } from '../../catalog/unit-id.ts'
import { ApiError, notFound } from '../errors.ts'
import type { Answer, ApiRequest } from '../request.ts'
import { unitResource } from '../resources/unit.ts'

export function showUnit(request: ApiRequest): Answer {
  const { translation, row } = unitOf(request)
  return { json: unitResource(translation, row, request.links) }
}

/** The same string in all other languages: a bare array. Throws 400 for a unit that is not of the source language. */
export function listUnitTranslations(request: ApiRequest): Answer {
  const { translation, row } = unitOf(request)
  if (!translation.isSource) {
    const detail = 'Specified unit id is not a translation source unit.'
    throw new ApiError(400, 'not-a-source-unit', detail)
  }
  const others = translation.component.translations.filter((one) => one !== translation)
  return {
    json: others.flatMap((other) => {
      const found = findRow(other.units.table, translation.units.table, row)
      return found === undefined ? [] : [unitResource(other, found, request.links)]
    }),
  }
}

function unitOf({ view, param }: ApiRequest): { translation: Translation; row: number } {
  const id = param('id')
  const found = /^[0-9]{1,16}$/.test(id) ? findUnit(view, Number(id)) : undefined
  if (found === undefined) throw notFound()
  return found
}
