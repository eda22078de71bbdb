import { type ChangeFilter, ImportLog } from '../../catalog/change.ts'
import type { View } from '../../catalog/model.ts'
import { ApiError, notFound } from '../errors.ts'
import {
  type Answer,
  type ApiRequest,
  componentOf,
  pageOf,
  projectOf,
  translationOf,
} from '../request.ts'
import { changeResource } from '../resources/change.ts'

/** Codes of Weblate that a filter may name, also those that never occur here. */
const UNUSED_ACTIONS: ReadonlySet<number> = new Set([10, 11, 12, 16, 40, 44])
const LAST_ACTION = 84

const logs = new WeakMap<View, ImportLog>()

export function listChanges(request: ApiRequest): Answer {
  return pageOfChanges(request, {})
}

export function listProjectChanges(request: ApiRequest): Answer {
  return pageOfChanges(request, { project: projectOf(request).config.slug })
}

export function listComponentChanges(request: ApiRequest): Answer {
  return pageOfChanges(request, { component: componentOf(request) })
}

export function listTranslationChanges(request: ApiRequest): Answer {
  return pageOfChanges(request, { translation: translationOf(request) })
}

export function showChange({ view, links, param }: ApiRequest): Answer {
  const id = param('id')
  const change = /^[0-9]{1,16}$/.test(id) ? logOf(view).find(Number(id)) : undefined
  if (change === undefined) throw notFound()
  return { json: changeResource(change, links) }
}

function pageOfChanges(request: ApiRequest, place: ChangeFilter): Answer {
  const { view, links, query } = request
  const list = logOf(view).list({ ...place, ...filterOf(query) })
  const isUserGiven = (query.get('user') ?? '') !== ''
  return pageOf(request, {
    count: isUserGiven ? 0 : list.count,
    item: (index) => changeResource(list.change(index), links),
  })
}

function logOf(view: View): ImportLog {
  const known = logs.get(view) ?? new ImportLog(view)
  logs.set(view, known)
  return known
}

function filterOf(query: URLSearchParams): ChangeFilter {
  const actions = query.getAll('action').map(actionOf)
  const after = timeOf(query.get('timestamp_after'))
  const before = timeOf(query.get('timestamp_before'))
  return {
    ...(actions.length > 0 ? { actions: new Set(actions) } : {}),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}

function actionOf(text: string): number {
  const code = /^[0-9]{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(code <= LAST_ACTION) || UNUSED_ACTIONS.has(code)) {
    throw new ApiError(
      400,
      'invalid_choice',
      `Select a valid choice. ${text} is not one of the available choices.`,
      'action',
    )
  }
  return code
}

/** Microseconds since 1970 of an ISO date or date-time (UTC where it names no zone); undefined for none. */
function timeOf(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?\s*(Z|[ +-]\d{2}(?::?\d{2})?)?)?$/.exec(
      text.trim(),
    )
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match ?? []
  const offset = zone
    .replace(' ', '+')
    .replace(/^([+-]\d{2})(?::?(\d{2}))?$/, '$1:$2')
    .replace(/:$/, ':00')
  const millis = Date.parse(`${date}T${minutes}:${seconds}${offset}`)
  if (match === null || Number.isNaN(millis)) {
    throw new ApiError(400, 'invalid', 'Enter a valid date/time.', 'timestamp')
  }
  return millis * 1000 + Number(fraction.padEnd(6, '0'))
}
