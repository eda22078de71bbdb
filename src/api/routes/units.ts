import { findUnit } from '../../catalog/unit-id.ts'
import { notFound } from '../errors.ts'
import type { Answer, ApiRequest } from '../request.ts'
import { unitResource } from '../resources/unit.ts'

export function showUnit({ view, links, param }: ApiRequest): Answer {
  const id = param('id')
  const found = /^[0-9]{1,16}$/.test(id) ? findUnit(view, Number(id)) : undefined
  if (found === undefined) throw notFound()
  return { json: unitResource(found.translation, found.row, links) }
}
